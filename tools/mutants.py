"""Break the rules on purpose and see which tests notice: `make mutants`.

    python tools/mutants.py [AREA ...]      # areas of trade such as mixed or phase; default: all

mutmut changes one thing at a time (a comparison, a number, a name, an argument) and runs the tests
that go through it. Prints how many changes each module's tests have caught. What survives is a
place to look, not a fault: many changes concern wording, or shortcuts that change nothing.
`mutmut results` lists the survivors, `mutmut show NAME` one of them.
"""

from __future__ import annotations

import collections
import subprocess
import sys
from pathlib import Path

SYSTEM = "affray.systems.trade"
MUTMUT = str(Path(sys.executable).with_name("mutmut"))


def main(areas: list[str]) -> int:
    """Runs mutmut and prints the share caught by module."""
    wanted = [f"{SYSTEM}.{area}.*" for area in areas]
    run = subprocess.run([MUTMUT, "run", *wanted], stdout=subprocess.DEVNULL, check=False)
    found = subprocess.run(
        [MUTMUT, "results", "--all", "true"], capture_output=True, text=True, check=True
    )
    caught: collections.Counter[str] = collections.Counter()
    tried: collections.Counter[str] = collections.Counter()
    for line in found.stdout.splitlines():
        name, _, verdict = line.strip().partition(": ")
        if not name.startswith(SYSTEM) or verdict == "not checked":
            continue
        area = name.removeprefix(SYSTEM + ".").partition(".")[0]
        tried[area] += 1
        caught[area] += verdict in ("killed", "timeout", "caught by type check")
    if not tried:
        print("No change was tried; mutmut says why:", *wanted)
        subprocess.run([MUTMUT, "run", *wanted], check=False)
        return run.returncode or 1
    for area in sorted(tried):
        print(f"{area:12} {caught[area]:4} of {tried[area]:4}  {caught[area] / tried[area]:4.0%}")
    total, all_caught = tried.total(), caught.total()
    print(f"{'all':12} {all_caught:4} of {total:4}  {all_caught / total:4.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
