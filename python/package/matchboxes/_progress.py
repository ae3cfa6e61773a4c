"""A progress bar for trainings and studies."""

from __future__ import annotations

import sys
import time
import warnings
from typing import Any

# Work that is sooner done shows no bar.
DELAY = 0.5

# The bar that is shown: of several works at once, one shows its progress.
_shown: _One | None = None


class _One:
    """The only bar that is shown; it is gone when its work is done."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def update(self, sets: int) -> None:
        self.bar.update(sets)

    def close(self) -> None:
        global _shown
        self.bar.close()
        _shown = None


class _Line:
    """A bar where tqdm is not installed: a line of text."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.next = total, 0, time.monotonic() + DELAY
        self.width = 0

    def update(self, sets: int) -> None:
        self.done += sets
        if time.monotonic() >= self.next:
            text = f"{self.done / self.total:4.0%} {self.done}/{self.total} sets"
            self.width = max(self.width, len(text))
            print(f"\r{text:{self.width}}", end="", file=sys.stderr, flush=True)
            self.next = time.monotonic() + 0.1

    def close(self) -> None:
        if self.width:
            print(f"\r{' ' * self.width}\r", end="", file=sys.stderr, flush=True)


def bar(sets: int, wanted: bool | None) -> Any | None:
    """A bar over this number of sets, of tqdm's where it is installed; without a choice of the caller's, in a notebook only."""
    global _shown
    if _shown is not None or (wanted is None and "ipykernel" not in sys.modules):
        return None
    try:
        with warnings.catch_warnings():
            # A notebook without widgets has tqdm's bar of text.
            warnings.simplefilter("ignore")
            from tqdm.auto import tqdm
    except ImportError:
        _shown = _One(_Line(sets))
    else:
        _shown = _One(tqdm(total=sets, unit="set", delay=DELAY, leave=False))
    return _shown
