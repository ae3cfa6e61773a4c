"""A progress bar for trainings and studies."""

from __future__ import annotations

import sys
from typing import Any


def bar(sets: int, wanted: bool | None) -> Any | None:
    """A bar of tqdm's over this number of sets; without a choice of the caller's, in a notebook only."""
    if wanted is None and "ipykernel" not in sys.modules:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=sets, unit="set")
