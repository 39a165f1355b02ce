"""The modules of trade import each other in one direction."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import affray.systems.trade

PACKAGE = "affray.systems.trade"


def imported(file: Path) -> set[str]:
    """The modules of trade that one of them imports when it is loaded."""
    found: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
            found.add((node.module or "").removeprefix(f"{PACKAGE}."))
    return found


def test_no_module_imports_itself_by_way_of_others() -> None:
    folder = Path(affray.systems.trade.__file__).parent
    modules = {file.stem: imported(file) for file in folder.glob("*.py")}
    assert "fight" in modules["choices"]
    order = list(TopologicalSorter(modules).static_order())  # raises CycleError
    assert order.index("action") < order.index("fight") < order.index("choices")
