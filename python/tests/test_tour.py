"""The tour runs as a notebook, in which every cell shows what it should and every picture can be opened."""

import importlib.util
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"


def test_the_tour_is_a_notebook_of_forty_cells(tmp_path):
    pytest.importorskip("ipykernel")
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    source = importlib.util.spec_from_file_location("notebooks", EXAMPLES / "notebooks.py")
    notebooks = importlib.util.module_from_spec(source)
    source.loader.exec_module(notebooks)
    book = nbformat.from_dict(notebooks.notebook(EXAMPLES / "tour.py"))
    nbclient.NotebookClient(book, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    nbformat.write(book, tmp_path / "tour.ipynb")
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert len(cells) == 40
    pictures, tables = [], []
    for cell in cells[1:]:
        (shown,) = cell.outputs
        assert shown.output_type == "execute_result", (cell.source, shown)
        assert " at 0x" not in shown.data["text/plain"], cell.source
        for kind, kept in [("image/svg+xml", pictures), ("text/html", tables)]:
            if kind in shown.data:
                kept.append(xml.fromstring(f"<div>{shown.data[kind]}</div>"))
    # A game, a position, models, boxes, a cross table, a study and sheets; and frames.
    assert len(pictures) >= 14 and len(tables) >= 12
    for picture in pictures:
        (svg,) = picture
        assert len(list(svg.iter())) > 3 and float(svg.get("width").rstrip("m")) > 0
    assert sum(len(table.findall(".//{http://www.w3.org/2000/svg}svg")) for table in tables) >= 10, "boxes are drawn in rows"
