"""The examples of the docstrings and of the README do what they say."""

import doctest
import importlib
from pathlib import Path

import pytest

import matchboxes
from matchboxes import _matchboxes

README = Path(__file__).parent.parent / "README.md"


def examples():
    """The compiled module is not Python source, so its docstrings are collected here."""
    names = {"matchboxes": matchboxes}
    parser = doctest.DocTestParser()
    for name, thing in [("matchboxes", matchboxes), *vars(_matchboxes).items()]:
        members = vars(thing).items() if isinstance(thing, type) else []
        texts = [(name, thing.__doc__), *((f"{name}.{m}", getattr(v, "__doc__", None)) for m, v in members)]
        parts = [parser.get_doctest(text, {}, f, name, 0) for f, text in texts if text and ">>>" in text]
        # The examples of a class use the names of its own docstring.
        shared = dict(names)
        for part in parts:
            part.globs = shared
        if parts:
            yield pytest.param(parts, id=name)


def run(test):
    out = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed, tried = runner.run(test, out=out.append, clear_globs=False)
    assert tried and not failed, "".join(out)


@pytest.mark.parametrize("tests", list(examples()))
def test_docstrings(tests):
    for test in tests:
        run(test)


@pytest.mark.parametrize("door", ["gymnasium", "pettingzoo"])
def test_doors(door):
    pytest.importorskip(door)
    run(doctest.DocTestFinder().find(importlib.import_module(f"matchboxes.{door}"))[0])


def test_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = README.read_text().replace("```", "")
    run(doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0))
