"""The house rules of the code itself: what rules may not reach for, and what no file may hold.

Each check is a function from a syntax tree to sentences, and each is tried on a small offender, so
that a check which has gone blind fails too.
"""

import ast
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "affray"

# What would make a fight depend on anything but its set-up and its answers.
OUTSIDE = frozenset(
    """
    asyncio builtins calendar concurrent contextvars ctypes datetime fcntl ftplib getpass glob http
    importlib io locale logging marshal mmap multiprocessing numpy os pathlib pickle platform random
    requests secrets select selectors shelve shutil signal smtplib socket sqlite3 ssl subprocess
    tempfile threading time urllib uuid warnings zoneinfo
    """.split()  # noqa: SIM905 (a list of fifty quoted names is no easier to read)
)
CALLS = frozenset({"breakpoint", "eval", "exec", "id", "input", "open", "print", "__import__"})
READS_ITS_OWN_FILES = frozenset({"__init__.py", "content.py"})
COPIER = PACKAGE / "kernel" / "copier.py"  # it writes assignments out, as dataclasses do
REGISTRY = PACKAGE / "systems" / "__init__.py"  # it finds systems by their entry points

Check = Callable[[ast.Module], Iterator[str]]


def modules(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (PACKAGE / folder).rglob("*.py"))


def imported(tree: ast.Module) -> Iterator[tuple[ast.stmt, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node, alias.name
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                yield node, f"{node.module}.{alias.name}"


def reaches_outside(tree: ast.Module) -> Iterator[str]:
    for node, name in imported(tree):
        if name.partition(".")[0] in OUTSIDE:
            yield f"line {node.lineno} imports {name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield f"line {node.lineno} calls {node.func.id}()"


def reaches_outside_its_package(tree: ast.Module) -> Iterator[str]:
    """The same, but for reading the files that are shipped beside the module."""
    own = [name for _, name in imported(tree) if name.startswith("importlib.resources")]
    for said in reaches_outside(tree):
        if not any(said.endswith(f" imports {name}") for name in own):
            yield said


def bare_except(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            if node.type is None:
                yield f"line {node.lineno} has a bare except"
            elif any(
                isinstance(caught, ast.Name) and caught.id == "BaseException"
                for caught in ast.walk(node.type)
            ):
                yield f"line {node.lineno} catches BaseException"


def has_finally(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar) and node.finalbody:
            yield f"line {node.lineno} has a finally"


def has_global(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"line {node.lineno} has a global statement"


ORDERED = frozenset({"list", "tuple", "iter", "enumerate", "next", "zip", "reversed", "map"})


def walks_a_set(tree: ast.Module) -> Iterator[str]:
    """Walks through a set in an order that differs from run to run.

    Seen are sets that are written where they are walked, and names that hold one within the same
    function; ``sorted``, ``len``, ``in`` and the like are harmless.
    """
    functions = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    seen: set[str] = set()
    for scope in (*functions, tree):
        names = _names_of_sets(scope)
        for node in ast.walk(scope):
            walked: list[ast.expr] = []
            if isinstance(node, ast.For):
                walked = [node.iter]
            elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp):
                walked = [part.iter for part in node.generators]
            elif isinstance(node, ast.Call):
                if isinstance(node.func, ast.Name) and node.func.id in ORDERED:
                    walked = list(node.args)
                elif isinstance(node.func, ast.Attribute):
                    is_pop = node.func.attr == "pop" and not node.args
                    walked = (
                        [node.func.value]
                        if is_pop
                        else list(node.args)
                        if node.func.attr in ("join", "extend")
                        else []
                    )
            for each in walked:
                said = f"line {each.lineno} walks through a set: {ast.unparse(each)}"
                if _is_set(each, names) and said not in seen:
                    seen.add(said)
                    yield said


def _is_set(node: ast.expr, names: frozenset[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    if isinstance(node, ast.BinOp) and isinstance(
        node.op, ast.BitOr | ast.BitAnd | ast.Sub | ast.BitXor
    ):
        return _is_set(node.left, names) or _is_set(node.right, names)
    return False


def _names_of_sets(scope: ast.AST) -> frozenset[str]:
    """Names that are only ever bound to sets in this scope, or are annotated as sets."""
    sets: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(scope):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    found = _is_set(node.value, frozenset(sets))
                    (sets if found else others).add(target.id)
        elif isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            name = node.target if isinstance(node, ast.AnnAssign) else node.arg
            written = ast.unparse(node.annotation).partition("[")[0]
            if written in ("set", "frozenset"):
                sets.add(name.id if isinstance(name, ast.Name) else str(name))
    return frozenset(sets - others)


def reaches_a_system(tree: ast.Module) -> Iterator[str]:
    for node, name in imported(tree):
        if name.startswith("affray.systems."):
            yield f"line {node.lineno} imports {name}"


def offences(paths: list[Path], check: Check) -> list[str]:
    found = []
    for path in paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(ROOT)}: {said}" for said in check(tree)]
    return found


RULES = ("dice", "kernel", "systems")


class TestRulesDependOnNothingButTheirAnswers:
    def test_no_clock_chance_file_network_or_process(self) -> None:
        paths = modules(*RULES)
        assert len(paths) > 5
        systems = PACKAGE / "systems"
        readers = [
            path
            for path in paths
            if systems in path.parents and path.name in READS_ITS_OWN_FILES and path != REGISTRY
        ]
        others = [path for path in paths if path not in (*readers, REGISTRY, COPIER)]
        assert offences(others, reaches_outside) == []
        assert offences(readers, reaches_outside_its_package) == []

    def test_no_rule_swallows_what_unwinds_it(self) -> None:
        assert offences(modules("dice", "systems"), bare_except) == []
        assert offences(modules("kernel", "systems"), has_finally) == []

    def test_nothing_is_kept_in_globals(self) -> None:
        assert offences(modules(*RULES, "tables"), has_global) == []

    def test_nothing_is_done_in_the_order_of_a_set(self) -> None:
        assert offences(modules("kernel", "systems", "tables"), walks_a_set) == []

    def test_systems_are_reached_through_the_registry_only(self) -> None:
        outside = [path for path in modules(".") if PACKAGE / "systems" not in path.parents]
        assert offences(outside, reaches_a_system) == []


OFFENDERS: list[tuple[Check, str]] = [
    (reaches_outside, "import random"),
    (reaches_outside, "def f():\n    from os.path import join"),
    (reaches_outside, "import tomllib, time"),
    (reaches_outside, "open('x')"),
    (reaches_outside, "from importlib.resources import files"),
    (reaches_outside_its_package, "from importlib.resources import files\nimport random"),
    (reaches_outside_its_package, "from importlib import import_module"),
    (bare_except, "try:\n    f()\nexcept:\n    pass"),
    (bare_except, "try:\n    f()\nexcept (ValueError, BaseException):\n    pass"),
    (has_finally, "try:\n    f()\nfinally:\n    g()"),
    (has_global, "def f():\n    global x"),
    (walks_a_set, "for x in {1, 2}: f(x)"),
    (walks_a_set, "for x in set(xs): f(x)"),
    (walks_a_set, "for x in set(xs) - ys: f(x)"),
    (walks_a_set, "[x for x in {y for y in ys}]"),
    (walks_a_set, "def f(xs: set[int]):\n    return list(xs)"),
    (walks_a_set, "def f():\n    xs = frozenset(ys)\n    for x in xs: g(x)"),
    (walks_a_set, "', '.join({'a', 'b'})"),
    (walks_a_set, "x = {1, 2}.pop()"),
    (reaches_a_system, "from affray.systems.trade import system"),
    (reaches_a_system, "def f():\n    import affray.systems.ix.rules"),
]

HARMLESS: list[tuple[Check, str]] = [
    (reaches_outside, "import tomllib\nfrom affray.kernel import timer\nself.open('x')"),
    (reaches_outside_its_package, "from importlib.resources import files"),
    (bare_except, "try:\n    f()\nexcept Exception:\n    pass"),
    (has_finally, "try:\n    f()\nexcept ValueError:\n    g()\nelse:\n    h()"),
    (walks_a_set, "for x in sorted({1, 2}): f(x)"),
    (walks_a_set, "def f(xs: list[int]):\n    return [x for x in xs if x in {1, 2}]"),
    (walks_a_set, "xs.pop(3)\nys = [1]\nys.pop()"),
    (reaches_a_system, "from affray.kernel.system import System"),
]


@pytest.mark.parametrize(("check", "source"), OFFENDERS)
def test_each_check_sees_an_offender(check: Check, source: str) -> None:
    assert list(check(ast.parse(source)))


@pytest.mark.parametrize(("check", "source"), HARMLESS)
def test_each_check_lets_the_harmless_pass(check: Check, source: str) -> None:
    assert list(check(ast.parse(source))) == []


PRIVATE = [
    re.compile(r"/(?:home|Users)/(?!<)[A-Za-z0-9_.-]+/|/root/|[A-Z]:\\Users\\", re.ASCII),
    re.compile(r"\bpypi\.org\b|\bpythonhosted\.org\b|\bregistry\.npmjs\.org\b"),
    re.compile(r"^\s*--(?:extra-)?index-url\b|^\s*--find-links\b", re.MULTILINE),
]


def files_of_the_repository() -> list[Path]:
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: which files belong to it is not known")
    listed = subprocess.run(
        [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def private_words(text: str) -> list[str]:
    found = [match.group().strip() for pattern in PRIVATE for match in pattern.finditer(text)]
    here = f"{ROOT}/"
    return [*found, here] if here in text else found


class TestTheRepositorySpeaksOfItselfAlone:
    def test_no_paths_of_a_machine_and_no_package_index(self) -> None:
        found = []
        for path in files_of_the_repository():
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            if path != Path(__file__):
                found += [f"{path.relative_to(ROOT)}: {word}" for word in private_words(text)]
        assert found == []

    @pytest.mark.parametrize(
        "text",
        [
            "see /home/ann/notes",
            "see /Users/ann/notes",
            "in /root/.cache",
            "C:\\Users\\ann",
            "https://" + "pypi" + ".org/simple",
            "a==1\n--index-url https://example.org",
            f"run {ROOT}/tool",
        ],
    )
    def test_the_check_sees_an_offender(self, text: str) -> None:
        assert private_words(text)

    def test_the_licence_of_the_package_is_the_file_beside_it(self) -> None:
        assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
        assert 'license = "MIT"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
