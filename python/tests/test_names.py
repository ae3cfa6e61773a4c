"""A name that a release had is there in every later one, with the arguments of its functions."""

import ast
import os
import pathlib

ROOT = pathlib.Path(__file__).parents[2]
NAMES = ROOT / "tests/data/names-2026-python.txt"
STUBS = ["_matchboxes.pyi", "_results.py", "_rules.py", "_env.py", "_board.py", "__init__.py"]


def names():
    """Functions, classes, methods and arguments, of the stubs, which other tests compare with the module."""
    import matchboxes

    found = set()
    for file in STUBS:
        tree = ast.parse((ROOT / "python/package/matchboxes" / file).read_text())
        for node in tree.body:
            if getattr(node, "name", None) in matchboxes.__all__:
                found.update(of(node, ""))
    return found


def of(node, within):
    name = f"{within}{node.name}"
    if node.name.startswith("_"):
        return
    yield name
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            if isinstance(inner, (ast.FunctionDef, ast.ClassDef)):
                yield from of(inner, f"{name}.")
            elif isinstance(inner, ast.AnnAssign) and not inner.target.id.startswith("_"):
                yield f"{name}.{inner.target.id}"
    elif isinstance(node, ast.FunctionDef):
        for argument in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]:
            if argument.arg not in ("self", "cls"):
                yield f"{name}({argument.arg})"


def test_no_name_has_gone():
    """`MENACE_BLESS=1` adds the names that are new."""
    now, known = names(), set(NAMES.read_text().splitlines()) if NAMES.exists() else set()
    assert not known - now, f"gone since they were promised: {sorted(known - now)}"
    if os.environ.get("MENACE_BLESS"):
        NAMES.write_text("".join(f"{name}\n" for name in sorted(now)))
    else:
        assert not now - known, f"MENACE_BLESS=1 adds, for ever: {sorted(now - known)}"
