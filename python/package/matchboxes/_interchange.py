"""The rows of frames, and frames for packages that read them through narwhals, as altair does."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ._matchboxes import Frame


# The rows whose figures are made values of Python at a time.
ROWS = 1024


def rows(frame: Frame) -> Iterator[dict[str, Any]]:
    """Each row as a dict, made when it is asked for. A missing number is NaN, as in the column."""
    for at in range(0, len(frame), ROWS):
        columns: Any = frame[at : at + ROWS].__reduce__()[1][0]
        names = [name for name, _, _ in columns]
        for row in zip(*(_with_nan(kind, figures) for _, kind, figures in columns)):
            yield dict(zip(names, row))


def _with_nan(kind: str, figures: list[Any]) -> list[Any]:
    # With None, a column of nothing but missing numbers would be one of objects in `pandas.DataFrame(frame)`.
    return figures if kind == "s" else [math.nan if figure is None else figure for figure in figures]


def narwhals_frame(frame: Frame) -> Any:
    """The frame as narwhals has it, of the first of these packages that is installed."""
    import narwhals

    for make in [frame.to_arrow, frame.to_polars, frame.to_pandas]:
        try:
            native = make()
        except ImportError:
            continue
        return narwhals.from_native(native)._compliant_frame
    raise ImportError("to be drawn, a frame needs pyarrow, polars or pandas")
