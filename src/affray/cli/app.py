"""The commands and their options. Each body loads its module when it is called."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

import typer

app = typer.Typer(
    name="affray",
    help="Tabletop fights by the book: play them, simulate them, look up the odds and the rules.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Json = Annotated[bool, typer.Option("--json", help="Print plain data instead of text.")]
Policy = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        metavar="NAME",
        help="Who plays: a policy for both sides, or heroes=NAME,gm=NAME.",
    ),
]
Doctrine = Annotated[
    list[str] | None,
    typer.Option(
        "--doctrine",
        metavar="FILE",
        help="A doctrine (TOML) that plays its side instead of a policy; one for each side.",
    ),
]
Encounter = Annotated[
    str,
    typer.Argument(
        metavar="ENCOUNTER",
        help="An encounter file (TOML), or the name of a packaged one, such as trade/duel.",
    ),
]


@app.command()
def play(
    encounter: Annotated[
        str | None,
        typer.Argument(
            metavar="[ENCOUNTER]",
            help="An encounter file or the name of a packaged one; none: the demo fight. "
            "With --resume: the number of a saved fight.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a saved fight; none named: the latest.")
    ] = False,
    party: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="FIGHT",
            help="The heroes are those of this saved fight, as they left it.",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SIDE=WHO",
            help="Who plays: heroes=person or heroes=POLICY, gm=person or gm=POLICY.",
        ),
    ] = None,
    gm: Annotated[
        bool, typer.Option("--gm", help="You play the foes and rule, too; short for gm=person.")
    ] = False,
    players_only: Annotated[
        bool, typer.Option("--players-only", help="Close the GM's commands to whoever sits here.")
    ] = False,
    no_save: Annotated[bool, typer.Option("--no-save", help="Keep nothing of the fight.")] = False,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Play with a bot by lines of JSON: docs/protocol.md.")
    ] = False,
    audience: Annotated[
        str,
        typer.Option(
            "--as", metavar="SEAT", help="The bot's seat: heroes, gm, spectator or a combatant."
        ),
    ] = "heroes",
    auto: Annotated[
        bool, typer.Option("--auto", help="Policies play all sides; the whole fight is told.")
    ] = False,
    step: Annotated[
        bool, typer.Option("--step", help="The same, waiting for Enter after each round.")
    ] = False,
    demo: Annotated[bool, typer.Option("--demo", help="Play the demo fight.")] = False,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            help="The same seed rolls the same dice. [default: 1 when told, else chance]",
            show_default=False,
        ),
    ] = None,
    fight: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=10**9,
            help="Tell this fight of `simulate` with the same seed and policies.",
            show_default=False,
        ),
    ] = None,
    policy: Policy = None,
    why: Annotated[
        bool, typer.Option("--why", help="Beneath each line the rules that it goes by.")
    ] = False,
    json: Json = False,
) -> None:
    """Play a fight, or have a whole fight told.

    Who sits at this terminal plays the heroes; a policy plays the foes and rules for the GM.
    With --auto, --step, --fight or --json policies play all sides. --json prints the events, one
    JSON object a line.

    \b
    Examples:
      affray play trade/duel
      affray play --resume
      affray play trade/party --auto --seed 7 --why
    """
    from affray.cli import play as command

    name = None if demo else encounter
    seats = _seats(seat) | ({"gm": "person"} if gm else {})
    told = auto or step or json or fight is not None
    asked = {
        "--seat": bool(seat),
        "--gm": gm,
        "--resume": resume,
        "--party": party is not None,
        "--stdio": stdio,
    }
    if told and any(asked.values()):
        tells = {"--auto": auto, "--step": step, "--json": json, "--fight": fight is not None}
        teller = next(name for name, is_on in tells.items() if is_on)
        player = next(name for name, is_on in asked.items() if is_on)
        raise typer.BadParameter(
            f"{teller} has a fight told, {player} has one played: take out one of them."
        )
    wanted = command.Wanted(
        name=name,
        resume=resume,
        party=party,
        seats=_policies(policy) | seats,
        players_only=players_only,
        seed=seed,
        no_save=no_save,
        audience=audience,
        may_go_on=encounter is None
        and not (demo or resume or gm or seat or policy)
        and (party, seed) == (None, None),
    )
    if stdio:
        raise typer.Exit(command.converse(wanted))
    if not told and not seats and not resume and party is None and not sys.stdin.isatty():
        typer.echo(
            "Nobody is at a terminal here, so the fight is told. "
            "--seat heroes=person takes answers from a pipe.",
            err=True,
        )
        told = True
    if not told:
        raise typer.Exit(command.sit_down(wanted))
    command.play(
        name,
        pauses=step,
        seed=1 if seed is None else seed,
        fight=fight,
        policies=_policies(policy),
        why=why,
        as_json=json,
    )


@app.command()
def simulate(
    encounter: Encounter,
    fights: Annotated[int, typer.Option(min=1, max=10**9, help="How many fights.")] = 10_000,
    seed: Annotated[
        int, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same numbers.")
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            help="Processes; the numbers do not depend on it. Default: as many as pay off.",
            show_default=False,
        ),
    ] = None,
    policy: Policy = None,
    doctrine: Doctrine = None,
    report: Annotated[
        str | None,
        typer.Option(
            metavar="FILE", help="Write the report as one page of HTML, too.", show_default=False
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Run many fights and count who wins.

    Told are win rates, rounds, how everybody comes out of it and which rulings were made.

    \b
    Examples:
      affray simulate trade/party --fights 10000 --seed 1
      affray simulate trade/party --doctrine careful.toml --report careful.html
    """
    from affray.cli.simulate import simulate as run_simulate

    run_simulate(
        encounter,
        fights=fights,
        seed=seed,
        jobs=jobs,
        policies=_policies(policy),
        doctrines=doctrine or (),
        page=report,
        as_json=json,
    )


@app.command()
def compare(
    left: Encounter,
    right: Annotated[
        str | None,
        typer.Argument(
            metavar="[OTHER]",
            help="Another encounter; none: the same one under other house rules.",
            show_default=False,
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="KEY=VALUE", help="A house rule of the right side alone; repeatable."
        ),
    ] = None,
    house: Annotated[
        list[str] | None,
        typer.Option("--house", metavar="FILE", help="House rules (TOML) of the right side alone."),
    ] = None,
    fights: Annotated[
        int, typer.Option(min=1, max=10**9, help="How many fights of each side.")
    ] = 10_000,
    seed: Annotated[
        int, typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same numbers.")
    ] = 1,
    jobs: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Processes, as in simulate.", show_default=False),
    ] = None,
    policy: Policy = None,
    doctrine: Doctrine = None,
    json: Json = False,
) -> None:
    """Simulate two set-ups and put them side by side.

    Two encounters, or one as it stands and under other house rules. Told are win rates with the
    difference between them, rounds and who is up at the end.

    \b
    Examples:
      affray compare trade/party my-party.toml
      affray compare trade/party --with enemy-phase=after-all-heroes
      affray compare trade/party --house harsh.toml --fights 20000
    """
    from affray.cli.compare import Wanted
    from affray.cli.compare import compare as run_compare

    run_compare(
        Wanted(left, right, rules or (), house or ()),
        fights=fights,
        seed=seed,
        jobs=jobs,
        policies=_policies(policy),
        doctrines=doctrine or (),
        as_json=json,
    )


@app.command()
def solve(
    encounter: Encounter,
    policy: Policy = None,
    doctrine: Doctrine = None,
    most_states: Annotated[
        int,
        typer.Option(min=1, max=10**8, help="Give up on a fight that has more states than this."),
    ] = 200_000,
    json: Json = False,
) -> None:
    """Say exactly how likely a small fight is won.

    Both sides are played by policies or doctrines that leave nothing to chance. Small fights get
    fractions, larger ones numbers with a bound on their error.

    \b
    Example:
      affray solve trade/duel --doctrine careful.toml
    """
    from affray.cli.solve import solve as run_solve

    run_solve(
        encounter,
        policies=_policies(policy),
        doctrine_files=doctrine or (),
        most_states=most_states,
        as_json=json,
    )


@app.command()
def odds(
    dice: Annotated[
        list[str],
        typer.Argument(
            metavar="DICE",
            help="Dice, or the name of a system and its dice; quoted, as the shell reads > and *.",
        ),
    ],
    json: Json = False,
) -> None:
    """Exact odds of a roll.

    \b
    Examples:
      affray odds "4d6kh3"
      affray odds "5d6>=4"
      affray odds trade 4
      affray odds ix "1 mastery 2 ability vs 2 trial"
    """
    from affray.cli.odds import odds as run_odds

    run_odds(dice, as_json=json)


@app.command()
def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[ID]",
            help="A rule, an area (trade.damage), a value, a switch or a table.",
            show_default=False,
        ),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(metavar="WORDS", help="Rules in which all the words occur."),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Which rules no test proves and no fight cites.")
    ] = False,
    tests: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="The folder of tests, for --coverage. [default: tests]"),
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only the rulebook of this system.")
    ] = None,
    json: Json = False,
) -> None:
    """Look up the rules.

    They are shown in words, with their source and how far the text carries them.

    \b
    Examples:
      affray rules trade.armor
      affray rules --search "armor soak"
    """
    from affray.cli import rules as command

    if sum([name is not None, search is not None, coverage]) > 1:
        raise typer.BadParameter("give one of ID, --search and --coverage.")
    if coverage or tests is not None:
        command.coverage(tests or "tests", system, as_json=json)
    elif search is not None:
        command.search(search, system, as_json=json)
    elif name is not None:
        command.show(name, system, as_json=json)
    else:
        command.contents(system, as_json=json)


@app.command()
def check(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Encounters and doctrines, or folders of them."),
    ],
    json: Json = False,
) -> None:
    """Say what is wrong with encounter and doctrine files.

    Every fault is told, with its place and a cure; with none the exit code is 0, else 1.

    \b
    Example:
      affray check my-encounters/
    """
    from affray.cli.check import check as run_check

    if not run_check(paths, as_json=json):
        raise typer.Exit(1)


Fight = Annotated[
    int,
    typer.Argument(
        metavar="FIGHT", min=1, help="The number of a fight, as `affray fights` has it."
    ),
]


@app.command()
def fights(
    archive: Annotated[
        int | None,
        typer.Option(metavar="FIGHT", min=1, help="Take this fight out of the list."),
    ] = None,
    restore: Annotated[
        int | None, typer.Option(metavar="FIGHT", min=1, help="Put this fight back into it.")
    ] = None,
    rename: Annotated[
        tuple[int, str] | None,
        typer.Option(metavar="FIGHT TITLE", help="Give this fight another title."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="List the archived fights too.")
    ] = False,
    json: Json = False,
) -> None:
    """List the stored fights, the last played first.

    They are in a file of the user's data folder, or where AFFRAY_DATABASE says.

    \b
    Examples:
      affray fights
      affray fights --rename 3 "The mill, again"
    """
    from affray.cli import fights as command

    if rename is not None:
        command.rename(*rename)
    if archive is not None:
        command.archive(archive, archived=True)
    if restore is not None:
        command.archive(restore, archived=False)
    if rename is None and archive is None and restore is None:
        command.fights(with_archived=everything, as_json=json)


@app.command()
def export(
    fight: Fight,
    to: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="A new file; none: standard output.", show_default=False
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="It is always JSON.")] = False,
) -> None:
    """Write a fight to one JSON file, with all that the GM knows.

    \b
    Example:
      affray export 3 mill.json
    """
    from affray.cli.fights import export as run_export

    run_export(fight, to)


@app.command(name="import")
def import_(
    path: Annotated[
        str, typer.Argument(metavar="FILE", help="What `affray export` wrote; - reads from a pipe.")
    ],
    json: Json = False,
) -> None:
    """Store the fight of a file as a new one.

    \b
    Example:
      affray import mill.json
    """
    from affray.cli.fights import take_in

    take_in(path, as_json=json)


@app.command()
def audit(fight: Fight, json: Json = False) -> None:
    """Play a stored fight again by the rules of now and tell what differs.

    Nothing is changed. The exit code is 0 if nothing differs, else 1.

    \b
    Example:
      affray audit 3
    """
    from affray.cli.fights import audit as run_audit

    if not run_audit(fight, as_json=json):
        raise typer.Exit(1)


@app.command()
def backup(
    to: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")],
    json: Json = False,
) -> None:
    """Copy the whole database to a new file, also while somebody plays.

    A plain copy would need three files at one moment; this needs one.

    \b
    Example:
      affray backup fights-of-may.sqlite
    """
    from affray.cli.fights import backup as run_backup

    run_backup(to, as_json=json)


@app.command()
def serve(
    lan: Annotated[
        bool, typer.Option("--lan", help="Let phones of this network in; it is not encrypted.")
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="The port. [default: 8181; 0: any free one]", show_default=False
        ),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Where the fights are kept.", show_default=False),
    ] = None,
    pause: Annotated[
        float,
        typer.Option(min=0, max=60, help="Seconds before each answer of a policy."),
    ] = 0.9,
) -> None:
    """Open the table in the browser, for the GM and the players.

    Prints the GM's link. Only this machine can come in, unless --lan is given.

    \b
    Examples:
      affray serve
      affray serve --lan --port 8000
    """
    from affray.cli.serve import serve as run_serve

    code = run_serve(lan=lan, port=port, database=database, pause=pause)
    if code:
        raise typer.Exit(code)


@app.command()
def systems(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="The system whose library and encounters are listed.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List the systems, their policies and encounters; of one also its library.

    \b
    Examples:
      affray systems
      affray systems trade
    """
    from affray.cli import systems as command

    if name is None:
        command.installed(as_json=json)
    else:
        command.show(name, as_json=json)


def _policies(given: list[str] | None) -> dict[str, str]:
    """The policy of each side that was named: `NAME` for both, `heroes=NAME`, `gm=NAME`."""
    wanted: dict[str, str] = {}
    for part in ",".join(given or []).split(","):
        side, equals, name = part.partition("=")
        if equals:
            wanted[side.strip()] = name.strip()
        elif part.strip():
            wanted |= dict.fromkeys(("heroes", "gm"), part.strip())
    return wanted


def _seats(given: list[str] | None) -> dict[str, str]:
    """Who was named for each side: `heroes=person`, `gm=NAME`."""
    wanted: dict[str, str] = {}
    for part in ",".join(given or []).split(","):
        side, equals, name = part.partition("=")
        if not part.strip():
            continue
        if not equals or side.strip() not in ("heroes", "gm") or not name.strip():
            raise typer.BadParameter(
                f"--seat {part[:60]!r}: write heroes=person, heroes=POLICY, gm=person or gm=POLICY."
            )
        wanted[side.strip()] = name.strip()
    return wanted


def _version(is_wanted: bool) -> None:
    if is_wanted:
        from affray import __version__

        typer.echo(f"affray {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Tabletop fights by the book: play them, simulate them, look up the odds and the rules."""


def run(arguments: list[str] | None = None) -> int:
    """Runs a command line (that of the process, if none is given); returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show must not end the command.
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    try:
        code = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, less) has seen enough. What is still buffered goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except typer.Abort:
        return 130
    except typer.TyperException as error:
        show: Any = getattr(error, "show", None)
        if show is not None:
            show()
        return error.exit_code
    except Exception as error:
        from affray.cli.faults import tell

        return tell(error)
    return code if isinstance(code, int) else 0
