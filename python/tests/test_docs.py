"""The examples of the docstrings and of the README do what they say."""

import dataclasses
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

import matchboxes
from matchboxes import _matchboxes
from test_stubs import STUBS

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


def documented():
    """Every public function, class with arguments, and method of the compiled module."""
    for name, thing in vars(_matchboxes).items():
        if name.startswith("_") or not callable(thing) or name == "Error":
            continue
        if not isinstance(thing, type) or name in ("Game", "Player", "Rule"):
            yield pytest.param(thing, id=name)
        for method, function in vars(thing).items() if isinstance(thing, type) else []:
            if not method.startswith("_") and not inspect.isdatadescriptor(function):
                yield pytest.param(getattr(thing, method), id=f"{name}.{method}")


@pytest.mark.parametrize("function", list(documented()))
def test_help_is_complete(function):
    """In numpydoc's form: every parameter with its default, what is returned, and which errors are raised."""
    text = inspect.getdoc(function)
    sections = re.split(r"^(\w+)\n-+$", text, flags=re.MULTILINE)
    sections = {"": sections[0]} | dict(zip(sections[1::2], sections[2::2]))
    assert sections[""].strip().split("\n")[0], text
    given = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    described = re.findall(r"^(\*?\*?\w+)(?: : (.+))?$", sections.get("Parameters", ""), re.MULTILINE)
    assert [name.lstrip("*") for name, _ in described] == [p.name for p in given]
    for (name, kind), parameter in zip(described, given):
        if parameter.default not in (None, parameter.empty):
            assert f"default {parameter.default}" in kind.replace("'", "'") or f"default {parameter.default!r}" in kind, name
        assert parameter.default is not None or "optional" in kind, name
    assert re.search(r"^\S", sections["Returns"].strip("\n"))
    assert "Raises" in sections or len(given) == 0 or set(p.name for p in given) <= {"path", "force"}
    assert ">>>" not in text.replace(sections.get("Examples", ""), ""), "examples have a section"


RESULTS = [thing for thing in vars(matchboxes).values() if isinstance(thing, type) and dataclasses.is_dataclass(thing)]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.__name__)
def test_help_of_a_result_has_its_attributes(result):
    described = re.findall(r"^(\w+) : .+\n    \S", inspect.getdoc(result).split("Attributes\n----------\n")[1], re.MULTILINE)
    assert described == [field.name for field in dataclasses.fields(result)]


def test_help_of_a_rule_has_its_fields():
    """The fields of the stubs, and the fields of a rule's file."""
    text = inspect.getdoc(matchboxes.Rule)
    fields = re.findall(r"^\[?(\w[\w-]*)(?:\]| =)", text.split("Notes\n")[1].split("Examples\n")[0], re.MULTILINE)
    (stubs,) = [node for node in STUBS.body if getattr(node, "name", None) == "_RuleFields"]
    top = {field for field in fields[: fields.index("odds")] if "-" not in field} | {"odds", "values"}
    assert top == {"name", "start", *(line.target.id for line in stubs.body)}
    assert {"draw-second", "decay", "alpha", "loss-reward"} <= set(fields)


@pytest.mark.parametrize("door", ["gymnasium", "pettingzoo"])
def test_doors(door):
    pytest.importorskip(door)
    run(doctest.DocTestFinder().find(importlib.import_module(f"matchboxes.{door}"))[0])


def test_readme(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = README.read_text().replace("```", "")
    run(doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0))
