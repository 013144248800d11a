"""The design, held by tests that read the source: layers, vocabulary, registry, no version named in code."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import chesstb
from chesstb import rules as rulebook
from chesstb.criteria import LETTERS
from chesstb.cuts import CUT_COUNT, LOWEST_CUT
from chesstb.rules.vocabulary import CLAUSES
from chesstb.tiebreak import REGISTRY
from chesstb.tiebreak.encounter import ENCOUNTER_UNMET
from chesstb.tiebreak.own import OWN
from chesstb.unplayed import OPPONENTS_UNPLAYED, OWN_UNPLAYED
from tests.cases import read_cases

PACKAGE = Path(chesstb.__file__).parent
SOURCES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}

LAYERS = [
    "errors",
    "outcomes",
    "criteria schema text rating_tables",
    "remarks frame",
    "rows",
    "checks",
    "border joining",
    "storage",
    "tables",
    "lookup",
    "roundrobin",
    "rules",
    "names",
    "formats",
    "arrays compiled",
    "grid",
    "flat contribution",
    "encoding cuts",
    "unplayed",
    "ranking",
    "tiebreak",
    "values",
    "selection catalogue",
    "ratings",
    "standing",
    "comparison prizes scenario",
    "markup",
    "explanation",
    "published influences bound",
    "plot",
    "report bulk",
    "cli",
    "__main__",
]
LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names.split()}
NUMPY_ONLY = {"rating_tables", "arrays", "grid", "contribution", "cuts", "unplayed", "tiebreak", "ranking"}
STANDARD_LIBRARY_ONLY = {"errors", "outcomes", "criteria", "rules", "names"}


def layer_of(path: str) -> str:
    return path.removesuffix(".py").split("/")[0]


def imports(path: Path) -> set[str]:
    """Return every module that a file imports when it runs (not what only type checkers see)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = [ast.Pass()]
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", [p for p in SOURCES if p != "__init__.py"])
def test_imports_go_down_only(path: str) -> None:
    mine = layer_of(path)
    for name in imports(SOURCES[path]):
        parts = [*name.split("."), ""]
        if parts[0] == "chesstb" and parts[1] in LEVEL and parts[1] != mine:
            assert LEVEL[parts[1]] < LEVEL[mine], f"{path} imports {name}"


@pytest.mark.parametrize("path", SOURCES)
def test_kernels_import_numpy_only_and_rules_nothing(path: str) -> None:
    foreign = {name.split(".")[0] for name in imports(SOURCES[path])} - {"chesstb", *sys.stdlib_module_names}
    if layer_of(path) in NUMPY_ONLY:
        assert foreign <= {"numpy"}
    if layer_of(path) in STANDARD_LIBRARY_ONLY:
        assert not foreign
    assert not foreign & {"gacrux", "tiebreak_core"}
    if path != "bulk/engines.py":
        assert not foreign & {"dask", "distributed", "pyspark"}


def test_importing_the_package_loads_no_plotting_and_help_no_pandas() -> None:
    shown = "import sys, chesstb.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout
    assert not {"pandas", "numpy", "pyarrow", "matplotlib"} & set(loaded.split())
    shown = "import sys, chesstb as tb; tb.read, tb.standings; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout
    assert not {"matplotlib", "dask", "distributed", "pyspark"} & set(loaded.split())


def test_no_module_hides_a_public_name() -> None:
    shown = (
        "import chesstb as tb, pkgutil, importlib\n"
        "for m in pkgutil.walk_packages(tb.__path__, 'chesstb.'):\n"
        "    if '__main__' not in m.name: importlib.import_module(m.name)\n"
        "modules = ('plot', 'ratings', 'roundrobin')\n"
        "print(*[n for n in tb.__all__ if n not in modules and not callable(getattr(tb, n))])"
    )
    found = subprocess.run([sys.executable, "-c", shown], capture_output=True, text=True, check=True).stdout
    assert not found.split()


def strings(path: Path) -> list[str]:
    """Return the strings of a file that are no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


@pytest.mark.parametrize("path", SOURCES)
def test_no_code_names_a_rule_version(path: str) -> None:
    names = {name for page in rulebook.pages() for name in (page.name, *page.aliases) if "-" in name}
    found = [
        text for text in strings(SOURCES[path]) if text.lower() in names or re.search(r"fide-20\d\d", text)
    ]
    helps = [text for text in found if "chesstb " in text or "chesstb." in text]  # examples in help texts
    assert found == helps


FUNCTIONS = {
    "opponents-unplayed": OPPONENTS_UNPLAYED,
    "own-unplayed": OWN_UNPLAYED,
    "lowest-cut": LOWEST_CUT,
    "cut-count": CUT_COUNT,
    "encounter-unmet": ENCOUNTER_UNMET,
}


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_word_has_a_function_and_is_used_by_some_page(clause: str) -> None:
    words = set(CLAUSES[clause])
    if clause in FUNCTIONS:
        assert set(FUNCTIONS[clause]) == words
    used = {
        c.reads for page in rulebook.pages() for c in (*page.swiss, *page.round_robin) if c.name == clause
    }
    used |= {a.cut_count for page in rulebook.pages() for a in page.tiebreaks if clause == "cut-count"}
    assert used - {""} <= words
    if not clause.startswith("forfeits"):  # a yes or no that every family of tie-breaks may say
        assert words <= used


def test_forfeit_words_are_all_used() -> None:
    clauses = [c for page in rulebook.pages() for c in (*page.swiss, *page.round_robin)]
    used = {c.reads for c in clauses if c.name.startswith("forfeits")}
    assert used == {
        word for clause, words in CLAUSES.items() if clause.startswith("forfeits") for word in words
    }


@pytest.mark.parametrize("page", rulebook.pages(), ids=rulebook.names())
def test_a_page_defines_what_the_registry_knows(page: rulebook.RuleVersion) -> None:
    for admission in page.tiebreaks:
        assert admission.code in REGISTRY
        assert set(admission.modifiers) <= set(REGISTRY[admission.code].modifiers)


@pytest.mark.parametrize("code", REGISTRY)
def test_a_tiebreak_is_complete(code: str) -> None:
    item = REGISTRY[code]
    assert item.title
    assert item.says
    assert item.function.__doc__
    assert set(item.modifiers) <= set(LETTERS)
    assert any(page.admission(code) for page in rulebook.pages())


def test_every_tiebreak_has_a_worked_case() -> None:
    worked = {
        name.partition("/")[0] for case in read_cases() for block in case.expected for name in block.criteria
    }
    assert set(REGISTRY) - OWN <= worked  # an example in a docstring may have declared one


def test_files_and_functions_stay_small() -> None:
    for name, path in SOURCES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, name
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                start = node.body[1].lineno if len(node.body) > 1 else node.lineno
                assert (node.end_lineno or 0) - start < 45, f"{name}: {node.name}"
