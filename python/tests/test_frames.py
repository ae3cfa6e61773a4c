"""A frame is a table: for a notebook, for pandas, polars, Arrow and altair; and positions and boxes have pictures."""

import pickle
import re
import tracemalloc
import xml.etree.ElementTree as xml

import numpy as np
import pytest

import matchboxes

MODEL = matchboxes.train(sets=30)
HISTORY = MODEL.history()
OTHERS = [
    matchboxes.match("random", "perfect", games=10), matchboxes.match("m1", "m2", game="othello:4"),
    *vars(matchboxes.tournament(["random", "perfect"])).values(), matchboxes.explain(MODEL),
    *vars(matchboxes.diff(MODEL, matchboxes.train(sets=1))).values(),
    matchboxes.expected("nim:2,1", games=3, exact=True).games, matchboxes.tree("XO./.../...", depth=2).nodes,
    matchboxes.sweep(rule=["rote", "bridle"], runs=2, sets=2).trainings,
]
OTHERS = [frame for frame in OTHERS if isinstance(frame, matchboxes.Frame)]
STUDY = matchboxes.study(rule=["rote", "her"], learner="second", runs=2, sets=2, exact=True)


def test_columns_by_list_and_rows_by_slice():
    part = HISTORY[["set", "first_wins"]]
    assert part.columns == ["set", "first_wins"] and len(part) == 30 and part == HISTORY["set", "first_wins"]
    for rows in [slice(2, 5), slice(-3, None), slice(None, None, 7), slice(None, None, -1), slice(50, 60), slice(5, 2)]:
        assert HISTORY[rows]["set"].tolist() == HISTORY["set"][rows].tolist(), rows
    assert HISTORY.head() == HISTORY[:5] and HISTORY.head(2) == HISTORY[:2] and len(HISTORY.head(99)) == 30
    # Missing figures and texts are kept.
    speed = STUDY.speed
    assert np.isnan(speed["mean"]).any()
    assert [row["mean"] for row in speed[::-1]] == [row["mean"] for row in speed][::-1]
    assert speed[1:]["rule"] == speed["rule"][1:]
    for wrong, error in [("x", KeyError), ("\ud800", KeyError), (["set", "x"], KeyError), (3, TypeError), (None, TypeError), ([3], TypeError)]:
        with pytest.raises(error, match=": the columns are|give the name of a column, a list of names or a slice"):
            HISTORY[wrong]


def test_a_loop_goes_over_the_rows():
    rows = list(HISTORY)
    assert len(rows) == 30 and list(rows[0]) == HISTORY.columns
    assert [row["first_wins"] for row in rows] == HISTORY["first_wins"].tolist()
    assert dict(HISTORY)["set"].tolist() == HISTORY["set"].tolist()


def test_rows_are_made_one_after_the_other():
    """A loop over many rows can end early, takes little memory, and sees the rows of all parts."""
    frame = MODEL.boxes()
    assert len(frame) > 3_000
    assert [row["beads"] for row in frame] == frame["beads"].tolist()
    rows = iter(frame)
    assert next(rows) == next(iter(frame.head(1))) and iter(rows) is rows
    tracemalloc.start()
    for _ in frame:
        pass
    _, most = tracemalloc.get_traced_memory()
    list(frame)
    _, all_rows = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < all_rows / 2


def test_pandas_reads_results_as_tables():
    pandas = pytest.importorskip("pandas")
    results = {
        "curves": STUDY, "ranking": matchboxes.tournament(["random", "perfect"]), "nodes": matchboxes.tree("XO./.../...", depth=2),
        "games": matchboxes.expected("nim:2,1", games=3), "trainings": matchboxes.sweep(rule=["rote", "bridle"], runs=2, sets=2),
    }
    altair = pytest.importorskip("altair")
    assert altair.Chart(STUDY).mark_point().to_dict() == altair.Chart(STUDY.curves).mark_point().to_dict()
    for name, result in results.items():
        assert pandas.DataFrame(result).equals(pandas.DataFrame(getattr(result, name))), name


FRAMES = {
    "history": HISTORY, "curves": STUDY.curves, "runs": STUDY.runs, "speed": STUDY.speed, "figures": STUDY.figures,
    "comparisons": STUDY.comparisons, "boxes": MODEL.boxes(), "meanings": matchboxes.figures(),
    **{f"other {number}": frame for number, frame in enumerate(OTHERS)},
}
# A column of whole numbers, decimal numbers, seeds or texts, as each package has it.
POLARS = {"Int64": "i", "Float64": "f", "UInt64": "u", "String": "s"}
ARROW = {"int64": "i", "double": "f", "uint64": "u", "string": "s"}
DUCKDB = {"BIGINT": "i", "DOUBLE": "f", "UBIGINT": "u", "VARCHAR": "s"}


@pytest.mark.parametrize("name", FRAMES)
def test_every_package_reads_every_column_alike(name):
    """The same kind of column, the same figures and the same ones missing."""
    frame = FRAMES[name]
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars").DataFrame(frame)
    arrow, by_rows, by_columns = pyarrow.table(frame), pandas.DataFrame(frame), frame.to_pandas()
    assert polars.columns == arrow.column_names == list(by_columns) == frame.columns
    assert frame.to_polars().equals(polars) and frame.to_arrow() == arrow
    assert pandas.DataFrame(dict(frame)).equals(by_columns)
    for column in frame.columns:
        figures = arrow[column].to_pylist()
        kind = ARROW[str(arrow.schema.field(column).type)]
        assert POLARS[str(polars[column].dtype)] == kind and polars[column].to_list() == figures, column
        is_gap = [figure is None for figure in figures]
        for made in [by_columns, *([by_rows] if len(frame) else [])]:
            assert made[column].isna().tolist() == is_gap, column
            assert [a for a in made[column].tolist() if not pandas.isna(a)] == [a for a in figures if a is not None], column
            expected = "f" if kind == "i" and any(is_gap) or kind == "u" and all(is_gap) and is_gap else kind
            found = made[column].dtype.kind
            # Numpy has no seed that is missing, and pandas takes seeds in rows as int64 where they fit.
            seeds = {"O"} if any(is_gap) and not all(is_gap) else {"u", "i", "f"}
            assert found in (seeds if kind == "u" else {"O", "U"} if kind == "s" else {expected}), (column, found)


def test_duckdb_reads_every_column_alike():
    duckdb, pyarrow = pytest.importorskip("duckdb"), pytest.importorskip("pyarrow")
    for name, frame in FRAMES.items():
        if not len(frame):
            continue
        found, arrow = duckdb.sql("select * from frame"), pyarrow.table(frame)
        assert found.columns == frame.columns, name
        for column, kind, figures in zip(found.columns, found.types, zip(*found.fetchall())):
            assert DUCKDB[str(kind)] == ARROW[str(arrow.schema.field(column).type)], (name, column)
            assert list(figures) == arrow[column].to_pylist(), (name, column)


def test_altair_draws_a_frame():
    altair = pytest.importorskip("altair")
    chart = altair.Chart(HISTORY).mark_line().encode(x="games", y="first_wins")
    (data,) = chart.to_dict()["datasets"].values()
    assert [row["first_wins"] for row in data] == HISTORY["first_wins"].tolist()


def test_a_package_that_is_missing_is_named(monkeypatch):
    import sys

    for package in ["pandas", "polars"]:
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(ImportError, match=f"to_{package} needs {package}"):
            getattr(HISTORY, f"to_{package}")()


def test_a_notebook_shows_the_first_and_last_rows_with_units():
    shown = HISTORY._repr_html_()
    table = xml.fromstring(f"<div>{shown}</div>")
    heads = table.findall(".//th")
    assert [head.text for head in heads] == HISTORY.columns
    titles = {head.text: head.get("title") for head in heads}
    assert titles["first_wins"].startswith("games: games the first side won") and all(titles.values())
    rows = table.findall("./table/tbody/tr")
    column = HISTORY.columns.index("set")
    assert [row[column].text for row in rows] == ["1", "2", "3", "4", "5", "...", "26", "27", "28", "29", "30"]
    assert "30 rows, " in shown
    short = xml.fromstring(f"<div>{HISTORY.head(11)._repr_html_()}</div>")
    assert len(short.findall("./table/tbody/tr")) == 11
    assert "&lt;lambda&gt;" in matchboxes.study(opponent=lambda at: at.moves()[0], runs=1, sets=1).runs._repr_html_()


def test_all_columns_are_explained_with_their_units():
    study = [STUDY.curves, STUDY.runs, STUDY.speed, STUDY.figures, STUDY.comparisons]
    for frame in [HISTORY, *study, MODEL.boxes(), MODEL.box(".../.../...").moves, matchboxes.figures(), *OTHERS]:
        figures = frame.figures()
        assert figures["name"] == frame.columns
        assert all(figures["unit"]) and all(figures["meaning"]), [row for row in figures if not row["unit"]]


def test_boxes_are_a_frame_with_pictures():
    boxes = MODEL.boxes()
    assert len(set(boxes["position"])) == len(MODEL) and set(boxes["side"]) == {"first"}
    sums = {}
    for row in boxes:
        assert MODEL.beads(row["position"])[row["move"]] == row["beads"]
        assert MODEL.policy(row["position"])[row["move"]] == pytest.approx(row["chance"])
        sums[row["position"]] = sums.get(row["position"], 0) + row["chance"]
    assert all(total == pytest.approx(1) or total == 0 for total in sums.values())
    assert np.isnan(boxes["visits"]).all() and np.isnan(boxes["value"]).all()
    shown = boxes.head(3)._repr_html_()
    assert shown.count("<svg") == 3 and boxes.picture(0).svg().partition(">")[2] in shown
    game = matchboxes.Game()
    assert boxes.picture(5).svg() == game.position(boxes["position"][5]).picture().svg()
    copied = pickle.loads(pickle.dumps(boxes[2:4]))
    assert copied == boxes[2:4] and copied.picture() == boxes.picture(2)
    with pytest.raises(IndexError, match="row: 4 of 2 rows"):
        copied.picture(4)
    with pytest.raises(ValueError, match="no positions to draw"):
        HISTORY.picture()
    values = matchboxes.train(rule="q-learning", sets=3).boxes()
    assert values["visits"].sum() > 0 and not np.isnan(values["value"]).any()


@pytest.mark.parametrize("name", ["tic-tac-toe", "nim:3,4,5", "nim:8:take=3", "connect-four:5x4", "hexapawn", "othello:4", "kayles:9"])
def test_positions_and_games_are_drawn(name):
    game = matchboxes.Game(name)
    at = game.start()
    pictures = set()
    while not at.is_over:
        picture = at.picture()
        xml.fromstring(picture.svg())
        png, size = at._repr_png_()
        assert at._repr_svg_() == picture.svg() and png == picture.png() and png.startswith(b"\x89PNG")
        units = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture.svg()).groups()
        assert all(abs(size[name] - float(unit)) < 1 for name, unit in zip(["width", "height"], units))
        pictures.add(picture)
        at = at.play(at.moves()[0])
    assert len(pictures) > 2 and game._repr_svg_() == game.start()._repr_svg_()


def test_what_is_drawn_is_drawn_as_png_too():
    """A notebook shows nothing else of a file that it does not trust, such as that of another person."""
    tournament, sweep = matchboxes.tournament(["random", "perfect"]), matchboxes.sweep(rule=["rote", "bridle"], runs=2, sets=2)
    for it in [MODEL, STUDY, MODEL.box(".../.../..."), matchboxes.tree("XO./.../...", depth=2), tournament, sweep, matchboxes.Game()]:
        assert (it._repr_svg_() is None) == (it._repr_png_() is None), it
        assert it._repr_png_() is None or it._repr_png_()[0].startswith(b"\x89PNG"), it


def test_a_box_has_its_moves_and_a_picture():
    box = MODEL.box("X../.O./...")
    assert (box.position, box.side) == ("X../.O./...", "first")
    assert dict(zip(box.moves["move"], box.moves["beads"])) == MODEL.beads(box.position)
    assert box._repr_svg_() == box.picture().svg() == MODEL.picture("beads", box.position).svg()
    new = matchboxes.train(sets=1, games_per_set=1).box("X../.O./...")
    assert not new.met or new.ply == 2


def test_a_kit_has_labels_and_a_guide(tmp_path):
    model = matchboxes.train("hexapawn", rule="her", learner="both", sets=2)
    kit = model.kit(side="second", label="50x36mm", paper="letter")
    assert (kit.game, kit.rule, kit.side, kit.boxes) == ("hexapawn", "her", "second", 19)
    labels = kit.sheets["labels"]
    assert all(xml.fromstring(page).tag.endswith("svg") for page in labels.pages)
    labels.save(tmp_path / "labels.pdf")
    assert (tmp_path / "labels.pdf").read_bytes() == labels.pdf and labels.pdf.startswith(b"%PDF")
    assert model.kit(["index"], side="second", language="ja").sheets["index"].pages != model.kit(["index"], side="second").sheets["index"].pages
    rote = matchboxes.train("hexapawn", learner="second", sets=2)
    assert rote.kit(most_beads=3).beads < rote.kit().beads
    for options, message in [
        ({}, "both sides have learnt; say which with side="),
        ({"side": "first", "sheets": ["x"]}, r"sheets\[0\]: `x` is none of guide, labels"),
        ({"side": "first", "paper": "x"}, "paper: `x` is none of a4, letter"),
        ({"side": "first", "label": "1mm"}, "label: `1mm` is not a label size"),
        ({"side": "first", "most_beads": 0}, "most_beads: must be at least 1"),
    ]:
        with pytest.raises(ValueError, match="^" + message):
            model.kit(**options)


def test_a_frame_without_rows_has_its_columns():
    model = matchboxes.train(sets=2)
    same = matchboxes.diff(model, model)
    assert list(same.changes.columns) == list(matchboxes.diff(model, matchboxes.train(sets=2, seed=2)).changes.columns)
    assert "0 boxes" in repr(same)
    other = matchboxes.train(sets=2, seed=3)
    unranked = matchboxes.tournament([model, other])
    assert len(unranked.ranking) == 0 and "mean_score" in unranked.ranking.columns and repr(unranked)
