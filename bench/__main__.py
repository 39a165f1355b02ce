"""All benches in one table: `python -m bench [--quick] [--json] [NAME ...]`.

Each module `bench_*.py` has `rows(quick=...)`, which measures both sides of every ratio in the same
run.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from pathlib import Path

from bench.measuring import Row, plain, table


def main() -> int:
    """Runs the benches; 1 if a ratio falls short of its floor."""
    names = sorted(
        path.stem.removeprefix("bench_") for path in Path(__file__).parent.glob("bench_*.py")
    )
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; default all"
    )
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names):
        parser.error(
            f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(names)}"
        )
    rows: list[Row] = []
    for name in options.names or names:
        print(f"measuring {name} ...", file=sys.stderr)
        rows += importlib.import_module(f"bench.bench_{name}").rows(quick=options.quick)
    print(json.dumps(plain(rows), indent=2) if options.json else table(rows))
    return 1 if any(row.verdict == "SHORT" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
