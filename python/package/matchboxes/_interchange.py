"""Frames for packages that read data frames through narwhals, as altair does."""

from __future__ import annotations

from typing import Any

from ._matchboxes import Frame


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
