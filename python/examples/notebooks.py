"""Makes a notebook of each of these scripts: `python notebooks.py FOLDER`. A line `# %%` begins a cell."""

import json
import sys
from pathlib import Path


def notebook(script: Path) -> dict[str, object]:
    head, *cells = script.read_text().split("\n# %%\n")
    title = " ".join(head.strip().strip('"').split())
    made: list[dict[str, object]] = [
        {"cell_type": "markdown", "id": "head", "metadata": {}, "source": f"# {script.stem}\n\n{title}"}
    ]
    for number, cell in enumerate(cells):
        code: dict[str, object] = {"execution_count": None, "outputs": [], "metadata": {}, "source": cell.strip()}
        made.append({"cell_type": "code", "id": f"cell-{number}", **code})
    return {"cells": made, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for script in sorted(Path(__file__).parent.glob("*.py")):
        if script != Path(__file__):
            (folder / f"{script.stem}.ipynb").write_text(json.dumps(notebook(script), indent=1) + "\n")
