"""The README shows what really happens: its commands and its Python run, its outputs are true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|python|text)\n(.*?)```", TEXT, flags=re.DOTALL)
SHOWN = [(kind, body, after) for (kind, body), (_, after) in pairwise(BLOCKS) if kind != "text"]


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def test_the_first_screen_holds_two_commands() -> None:
    first, second = (body for kind, body in BLOCKS if kind == "sh")
    assert TEXT.index(second) < 2_500
    assert first.startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert second.startswith("python3 -m venv .venv && .venv/bin/pip install")
    assert second.rstrip().endswith(".venv/bin/python -m pytest --quiet")


def test_the_first_command_prints_what_is_shown() -> None:
    kind, command, output = SHOWN[0]
    assert kind == "sh"
    program, *arguments = shlex.split(command.split("&&")[-1])
    assert program == ".venv/bin/chesstb"
    done = subprocess.run(
        [sys.executable, "-m", "chesstb", *arguments],
        cwd=ROOT,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    assert lines(done.stdout) == lines(output)


def test_the_python_blocks_print_what_is_shown(capsys: pytest.CaptureFixture[str], monkeypatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for kind, code, output in SHOWN:
        if kind == "python":
            exec(code, names)  # noqa: S102 - the README's own code
            assert lines(capsys.readouterr().out) == lines(output)
