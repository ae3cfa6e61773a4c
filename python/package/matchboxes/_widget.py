"""The page of the program as a widget, with the extra `matchboxes[play]`."""

from __future__ import annotations

import base64
import pathlib
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from ._matchboxes import Game, _Page
from ._board import Board

if TYPE_CHECKING:
    from ._matchboxes import Model

HERE = pathlib.Path(__file__).parent
# A notebook has one machine: the ways to others are left out.
STYLE = """<style>
#first-page, #called, #home, #tab-hand, #tab-settings, #lessons { display: none !important; }
body { margin: 0; }
</style>
"""


class PageBoard(Board, anywidget.AnyWidget):
    """A board that a notebook shows as the page."""

    _esm = HERE / "widget.js"
    page = traitlets.Unicode().tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(760).tag(sync=True)
    # The picture that is shown while the board is not.
    still = traitlets.Unicode().tag(sync=True)

    def __init__(self, model: Model, learn: bool, side: str | None) -> None:
        anywidget.AnyWidget.__init__(self)
        Board.__init__(self, model, learn, side)
        transport = (HERE / "transport.js").read_text(encoding="utf-8")
        self.still = f"menace-{self.model_id}"
        self.page = _Page.document(transport, STYLE)
        self.on_msg(self._asked)

    def _ipython_display_(self) -> None:
        """Shows the board, below a picture that goes where the board comes: a notebook that is opened again has this alone."""
        from IPython.display import display

        hint = "The board is live while its kernel is: run this cell again to play."
        png, size = Game(self._before.game).start()._repr_png_()
        source = "data:image/png;base64," + base64.b64encode(png).decode()
        still = f'<div id="{self.still}"><img alt="" width="{size["width"]}" src="{source}"><p>{hint}</p></div>'
        display({"text/html": still, "text/plain": f"{self!r}. {hint}"}, raw=True)
        data, metadata = self._repr_mimebundle_() or ({}, {})
        display(data, metadata=metadata, raw=True)

    def close(self) -> None:
        """Saves and leaves the board, which is no longer shown."""
        Board.close(self)
        anywidget.AnyWidget.close(self)

    def _asked(self, widget: Any, content: dict[str, Any], buffers: list[Any]) -> None:
        """Answers a request of the page's scripts."""
        body = bytes(buffers[0]) if buffers else b""
        status, answer = self._page.answer(content["post"], content["path"], body)
        self.send({"menace": content["menace"], "status": status}, buffers=[answer])
