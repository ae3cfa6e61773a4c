"""The examples run, and can be made notebooks."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import matchboxes

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name, folder, *arguments):
    # A sweep is not started on a cluster here.
    (folder / "ray.py").write_text("raise ImportError\n")
    run = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    # tests do not open windows
    environment = os.environ | {"MPLBACKEND": "agg", "PYTHONPATH": str(folder)}
    done = subprocess.run(run, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_first_curve(tmp_path):
    """Its figures are those of the project's README."""
    assert "after  10000 games it loses  7.05%" in run("first_curve", tmp_path)
    assert (tmp_path / "first_curve.svg").read_text().startswith("<svg")
    code = (EXAMPLES / "first_curve.py").read_text().split("# %%\n")[1]
    assert len([line for line in code.splitlines() if line]) <= 10, "ten lines"


def test_which_rule(tmp_path):
    printed = run("which_rule", tmp_path)
    assert "real" in printed and "may be luck" in printed


def test_q_learning(tmp_path):
    if importlib.util.find_spec("gymnasium") is None:
        pytest.skip("gymnasium is not installed")
    assert run("q_learning", tmp_path).splitlines()[-1].startswith("15000")


def test_sweep(tmp_path):
    printed = run("sweep", tmp_path).splitlines()
    assert len([line for line in printed if "%" in line]) == 5


def test_study_in_pandas(tmp_path):
    """Means, errors, intervals, speeds and sign tests of a study, computed again from its runs."""
    pytest.importorskip("pandas")
    for line in run("study_in_pandas", tmp_path).splitlines()[-3:]:
        assert int(line.split()[0]) >= 6 and line.endswith("agree"), line
    study = matchboxes.study(rule="rote", opponent=["random", "self"], runs=30, sets=10, exact=True)
    (tmp_path / "figures").mkdir()
    for name in ["runs", "figures", "speed", "comparisons"]:
        # As the program writes them: empty where there is no number.
        getattr(study, name).to_pandas().to_csv(tmp_path / "figures" / f"{name}.csv", index=False)
    assert "comparisons agree" in run("study_in_pandas", tmp_path, "figures")


def test_notebooks(tmp_path):
    run("notebooks", tmp_path, "made")
    made = sorted(path.stem for path in (tmp_path / "made").iterdir())
    assert made == sorted(path.stem for path in EXAMPLES.glob("*.py") if path.stem != "notebooks")
    for path in (tmp_path / "made").iterdir():
        book = json.loads(path.read_text())
        code = [cell["source"] for cell in book["cells"] if cell["cell_type"] == "code"]
        assert code and all(ast.parse(cell) for cell in code)
        if importlib.util.find_spec("nbformat"):
            import nbformat

            nbformat.validate(nbformat.read(path, 4))
