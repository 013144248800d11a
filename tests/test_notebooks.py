"""Notebooks run from top to bottom, by public names only, and are stored without outputs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def code_of(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)  # where Jupyter starts a notebook
    names: dict[str, object] = {}
    for number, code in enumerate(code_of(path), 1):
        exec(compile(code, f"{path.name}, code cell {number}", "exec"), names)  # noqa: S102 - our own cells


@pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])
def test_a_notebook_is_stored_without_outputs_and_uses_public_names(path: Path) -> None:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert not cell.get("execution_count")
    lines = "\n".join(code_of(path)).splitlines()
    assert {line for line in lines if "import" in line} <= {"import chesstb as tb", "import pandas as pd"}
