"""Break the rules on purpose and see which tests notice: `make mutants`.

    python tools/mutants.py SYSTEM[.MODULE] ...   # such as trade.mixed or ix; default: all systems

mutmut changes one thing at a time (a comparison, a number, a name, an argument) and runs the tests
that go through it; here without those that play whole fights, which go through everything. It works
in a copy of the project, a system at a time, and prints how many changes each module's tests have
caught. What survives is a place to look, not a fault: many changes concern wording, or shortcuts
that change nothing. The copies are kept: in one, `mutmut results` lists the survivors and
`mutmut show NAME` shows one of them.
"""

from __future__ import annotations

import collections
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = "affray.systems"
MUTMUT = str(Path(sys.executable).with_name("mutmut"))
PARTS = ("src", "tests", "docs", "tools", "pyproject.toml", "README.md", "LICENSE")
CONFIG = """[tool.mutmut]
source_paths = ["src/affray"]
only_mutate = ["src/affray/systems/{system}/*"]
also_copy = ["tests", "src", "docs", "tools", "pyproject.toml", "README.md"]
pytest_add_cli_args_test_selection = ["tests/systems/{system}"]
pytest_add_cli_args = [
  "--ignore-glob=*/test_conformance.py",
  "--ignore-glob=*/test_preview*.py",
  "--ignore-glob=*/test_policies.py",
  "--ignore-glob=*/test_content.py",
]
"""


def main(wanted: list[str]) -> int:
    """Tries the systems and modules named; 1 if nothing could be tried somewhere."""
    by_system: dict[str, list[str]] = {}
    for name in wanted or [p.name for p in sorted((ROOT / "tests/systems").iterdir())]:
        system, _, module = name.partition(".")
        by_system.setdefault(system, []).append(module)
    return max(tried(system, modules) for system, modules in by_system.items())


def tried(system: str, modules: list[str]) -> int:
    """Runs mutmut on these modules ("" = all) of a system and prints the share caught by each."""
    prefix = f"{PACKAGES}.{system}"
    place = Path(tempfile.mkdtemp(prefix=f"affray-mutants-{system}-"))
    for part in PARTS:
        source = ROOT / part
        (shutil.copytree if source.is_dir() else shutil.copy)(source, place / part)
    project = place / "pyproject.toml"
    text = re.sub(r"(?ms)^\[tool\.mutmut\]\n.*?(?=^\[|\Z)", "", project.read_text())
    project.write_text(text + "\n" + CONFIG.format(system=system))
    names = [f"{prefix}.{module}.*" if module else f"{prefix}.*" for module in modules]
    run = subprocess.run(
        [MUTMUT, "run", *names],
        cwd=place,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    found = subprocess.run(
        [MUTMUT, "results", "--all", "true"], cwd=place, capture_output=True, text=True, check=False
    )
    caught: collections.Counter[str] = collections.Counter()
    all_tried: collections.Counter[str] = collections.Counter()
    for line in found.stdout.splitlines():
        name, _, verdict = line.strip().partition(": ")
        if not name.startswith(prefix + ".") or verdict == "not checked":
            continue
        module = name.removeprefix(prefix + ".").partition(".")[0]
        all_tried[module] += 1
        caught[module] += verdict in ("killed", "timeout", "caught by type check")
    if not all_tried:
        print(f"{system}: no change was tried; mutmut says why:\n{run.stdout[-2000:]}")
        return run.returncode or 1
    print(f"{system}, in {place}")
    rows = [*((module, caught[module], all_tried[module]) for module in sorted(all_tried))]
    for module, killed, count in [*rows, ("all", caught.total(), all_tried.total())]:
        print(f"  {module:16} {killed:4} of {count:4}  {killed / count:4.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
