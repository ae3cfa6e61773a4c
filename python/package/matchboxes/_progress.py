"""A progress bar for trainings and studies: a line of text, which is gone when the work is done."""

from __future__ import annotations

import sys
import time
from typing import Any

# Work that is sooner done shows no bar.
DELAY = 0.5

# The bar that is shown: of several works at once, one shows its progress.
_shown: Bar | None = None


class Bar:
    """The only bar that is shown."""

    def __init__(self, total: int) -> None:
        self.total, self.done, self.next = total, 0, time.monotonic() + DELAY
        self.written = ""
        self.cell: Any = None

    def update(self, sets: int) -> None:
        self.done += sets
        if time.monotonic() >= self.next:
            self._write(f"{self.done / self.total:4.0%} {self.done:,} of {self.total:,} sets")
            self.next = time.monotonic() + 0.1

    def close(self) -> None:
        global _shown
        if self.written:
            self._write("")
        _shown = None

    def _write(self, text: str) -> None:
        """Shows a text in the place of the one before: in a notebook as an output that can change, and is saved empty."""
        width, self.written = len(self.written), text
        if "ipykernel" not in sys.modules:
            print(f"\r{text:{width}}", end="" if text else "\r", file=sys.stderr, flush=True)
        elif self.cell is None:
            from IPython.display import display

            self.cell = display({"text/plain": text}, raw=True, display_id=True)
        else:
            self.cell.update({"text/plain": text}, raw=True)


def bar(sets: int, wanted: bool | None) -> Bar | None:
    """A bar over this number of sets; without a choice of the caller's, in a notebook only."""
    global _shown
    if _shown is not None or (wanted is None and "ipykernel" not in sys.modules):
        return None
    _shown = Bar(sets)
    return _shown
