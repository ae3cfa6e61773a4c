"""The stubs say what the compiled module has: the same names, and the same arguments with the same defaults."""

import ast
import inspect
from pathlib import Path

import matchboxes
from matchboxes import _matchboxes

STUBS = ast.parse((Path(matchboxes.__file__).parent / "_matchboxes.pyi").read_text())


def public(names):
    return {name for name in names if not name.startswith("_")}


def arguments(function):
    """The names of a function's arguments in a stub, each with its default as text."""
    args = function.args
    plain = [arg.arg for arg in args.args if arg.arg not in ("self", "cls")]
    defaults = dict(zip(reversed(plain), map(ast.unparse, reversed(args.defaults))))
    for arg, default in zip(args.kwonlyargs, args.kw_defaults):
        plain.append(arg.arg)
        if default is not None:
            defaults[arg.arg] = ast.unparse(default)
    if args.kwarg:
        plain.append(args.kwarg.arg)
    return [(name, defaults.get(name)) for name in plain]


def signature(function):
    """The same of a function of the module."""
    parameters = inspect.signature(function).parameters.values()
    return [
        (p.name, None if p.default is p.empty else repr(p.default)) for p in parameters if p.name != "self"
    ]


def test_names():
    stubs = {node.name for node in STUBS.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert public(stubs) == public(vars(_matchboxes)) == public(_matchboxes.__all__)
    assert set(matchboxes.__all__) >= public(_matchboxes.__all__)


def test_functions():
    for node in STUBS.body:
        if isinstance(node, ast.FunctionDef):
            assert arguments(node) == signature(getattr(_matchboxes, node.name)), node.name


def test_classes():
    for node in STUBS.body:
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_") or node.name == "Error":
            continue
        there = getattr(_matchboxes, node.name)
        methods = [member for member in node.body if isinstance(member, ast.FunctionDef)]
        assert public(m.name for m in methods) == public(vars(there)), node.name
        for method in methods:
            is_property = any(getattr(d, "id", None) == "property" for d in method.decorator_list)
            if is_property:
                assert inspect.isdatadescriptor(vars(there)[method.name]), (node.name, method.name)
            elif method.name == "__new__":
                assert arguments(method) == signature(there), node.name
            elif not method.name.startswith("__"):
                assert arguments(method) == signature(getattr(there, method.name)), (node.name, method.name)
