"""What can be typed beside an answer. `:word` is always the command, even where an option is
called the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from affray.cli.seat import editing, handing, hands, looking

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

Run: TypeAlias = Callable[["Sitting", str], None]


@dataclass(slots=True, frozen=True)
class Command:
    """A command: what it does in a line, how it is written, and whether it is the GM's."""

    run: Run
    usage: str
    help: str
    is_gms: bool = False


def show_help(sitting: Sitting, words: str) -> None:
    """How to answer, and every command; with a word, that command alone."""
    say = sitting.screen.say
    if words:
        word = words.split(" ")[0].removeprefix(":").lower()
        command = COMMANDS.get(word) or called(word)
        if command is None:
            looking.explain(sitting, words.removeprefix(":"))
            return
        say(f"{command.usage}: {command.help}", hang=4)
        if command.run is editing.edit:
            sitting.screen.say_all(editing.EDITS, indent=2, hang=4)
        return
    say("To answer, type the number of an option, or the beginnings of its words:")
    say("fight axe mill-hand-3, or fi ax mill-hand-3, or fight/axe/mill-hand-3", indent=2)
    say("At a roll, Enter rolls the dice; or type what your own dice show: 5 3 1 6")
    say("Enter alone shows the question again. back goes up to the list that this one is in.")
    say("? and a word of an option, such as ? flee, tells the rules behind it.")
    say()
    for is_gms, title in ((False, "Everybody"), (True, "The GM")):
        if is_gms and sitting.players_only:
            continue
        say(title, style="title")
        listed: set[str] = set()
        for command in COMMANDS.values():
            if command.is_gms == is_gms and command.usage not in listed:
                listed.add(command.usage)
                say(f"{command.usage}: {command.help}", indent=2, hang=4)
    say()
    say("Put a colon before a command that is also an option: :take")


_HELP = Command(
    show_help, "? [WORD]", "this help, or more about a command or what an option means."
)
_QUIT = Command(handing.leave, "quit", "leave; the fight waits for you.")
_CARDS = Command(looking.cards, "cards [WHO]", "everybody in a line each, or one whole card.")

COMMANDS: Mapping[str, Command] = {
    "?": _HELP,
    "help": _HELP,
    "show": Command(looking.show, "show", "the open question and its options again."),
    "more": Command(looking.more, "more", "the next part of a long list."),
    "next": Command(looking.another, "next", "another of several open questions."),
    "odds": Command(
        looking.odds, "odds [N]", "all that option N may lead to, reckoned exactly; or the roll."
    ),
    "pick": Command(
        looking.pick,
        "pick N",
        "show what you are about to answer, where everybody answers; Enter then locks it in.",
    ),
    "cards": _CARDS,
    "order": Command(looking.order, "order", "who has acted this round, and who is to come."),
    "log": Command(looking.log, "log [N]", "the last N lines of what has happened, numbered."),
    "why": Command(
        looking.why,
        "why [N or WHO] [all]",
        "the rules behind the last line, line N of the log, or the last line that names WHO; "
        "why ? tells those of the question.",
    ),
    "rules": Command(
        looking.rules,
        "rules WORDS [all]",
        "rules in which the words occur, or one by id; with all, every one of them.",
    ),
    "undo": Command(
        hands.undo,
        "undo [N], undo to LINE",
        "take back the last decision, or the last N, dice and all; or a line of the log and all "
        "that came after it.",
    ),
    "redo": Command(hands.redo, "redo", "put back what undo took, while nothing new is decided."),
    "hand": Command(
        handing.hand,
        "hand WHO POLICY",
        "let a policy play heroes, gm or one combatant; hand alone tells who plays whom.",
    ),
    "take": Command(handing.take, "take WHO", "play heroes, gm or one combatant yourselves again."),
    "save": Command(handing.save, "save", "nothing to do: where the fight is kept already."),
    "quit": _QUIT,
    "exit": _QUIT,
    "edit": Command(
        editing.edit,
        "edit WHO TRACK NUMBER, edit KIND ...",
        "set a number, a condition, and more; ? edit tells all kinds.",
        is_gms=True,
    ),
    "otherwise": Command(
        hands.otherwise,
        "otherwise [N [RULING]]",
        "the rulings left at what is suggested; rule number N otherwise, from there on.",
        is_gms=True,
    ),
    "force": Command(
        hands.force,
        "force [OUTCOME]",
        "say how the open roll comes out; alone it tells what it can be.",
        is_gms=True,
    ),
    "end-here": Command(
        hands.end_here,
        "end-here",
        "the open question makes no sense any more: what has happened stays, play goes on.",
        is_gms=True,
    ),
}


def called(word: str) -> Command | None:
    """The command that a word can only be the beginning of."""
    if not word:
        return None
    fits = {id(c): c for name, c in COMMANDS.items() if name.startswith(word)}
    return next(iter(fits.values())) if len(fits) == 1 else None
