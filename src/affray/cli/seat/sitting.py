"""The conversation at the table: what has happened, the open question, an answer, and on."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from affray.cli.console import called_as
from affray.cli.faults import InputFault, explain
from affray.cli.find import titles
from affray.cli.seat import cards, chances
from affray.cli.seat.asking import leaves_of, prompt_for, show_question
from affray.cli.seat.filling import BACK, Back, fill
from affray.cli.seat.menu import Item, Menu
from affray.cli.seat.screen import Left, Screen
from affray.cli.seat.teller import Teller, lines
from affray.dice import DiceError, Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.question import GM, Answer, Question, Refused
from affray.kernel.rulebook import FaultyText, near_matches
from affray.kernel.sheet import Sheet
from affray.kernel.system import System
from affray.kernel.telling import says_heading
from affray.kernel.view import Seat
from affray.kernel.words import names_of
from affray.protocol.chairs import Chairs, FindPolicy, policy_of
from affray.protocol.kept import Kept
from affray.protocol.picks import Picks, moved_on, still
from affray.store.errors import StoreError
from affray.tables.play import Play

CTRL_C = 130


def _reads_as_dice(pool: Pool[Any], given: str) -> bool:
    """Whether words are what dice with symbols show; a comma parts dice and nothing else."""
    if "," in given:
        return True
    try:
        pool.faces_from_text(given)
    except DiceError:
        return False
    return True


class Leave(Exception):  # noqa: N818 (it is what somebody asked for)
    """Somebody wants to go."""


class Sitting:
    """People around one screen, and the fight that they play.

    `saved` says under which number the fight is kept, None if nobody keeps it. With
    `players_only` the commands of the GM are closed to whoever sits here.
    """

    def __init__(
        self,
        kept: Kept,
        chairs: Chairs,
        foresight: chances.Foresight,
        *,
        saved: int | None = None,
        where: str = "",
        players_only: bool = False,
        find: FindPolicy = policy_of,
    ) -> None:
        self.kept = kept
        self.chairs = chairs
        self.foresight = foresight
        self.saved = saved
        self.where = where
        self.players_only = players_only
        self.find = find
        self.screen = Screen()
        self.screen.words = self._completions
        self.teller = Teller()
        self.path: Key = ()
        """How deep in the tree of options the list on the screen is."""
        self.shown: list[Item] = []
        self.at = 0
        """Which of the open questions for people is asked."""
        self.page = 0
        self.picks: Picks = {}
        """What somebody here is about to lock in."""
        self._asked: tuple[Any, ...] | None = None
        self._menu: Menu | None = None
        self._round = 0
        self._shared = ""

    # ---- looking ----

    @property
    def play(self) -> Play:
        return self.kept.play

    @property
    def system(self) -> System[Any]:
        return self.kept.play.system

    @property
    def fight(self) -> Fight[Any]:
        return self.kept.play.fight

    @property
    def seat(self) -> Seat:
        return self.chairs.seat(self.fight)

    @property
    def names(self) -> dict[str, str]:
        return names_of(self.fight)

    def question(self) -> Question | None:
        """The question that is asked here now, None if none is open for people."""
        found = self.chairs.for_people(self.fight, self.play.questions)
        return found[self.at % len(found)] if found else None

    def sheet(self, who: str) -> Sheet | None:
        return next(
            (s for s in cards.sheets_for(self.system, self.fight, self.seat) if s.who == who), None
        )

    # ---- the evening ----

    def run(self, *, resumed: bool = False) -> int:
        """Plays until the fight is over or somebody leaves; returns the exit code."""
        try:
            self._open(resumed)
            self._go_on()
        except (Left, Leave):
            self._farewell()
            return 0
        except KeyboardInterrupt:
            self.screen.say()
            self._farewell()
            return CTRL_C
        except BrokenPipeError:
            raise
        except Exception as error:
            code, lines = explain(error)
            sys.stdout.flush()
            for line in lines:
                sys.stderr.write(f"{line}\n")
            self._farewell()
            return code

    def _go_on(self) -> NoReturn:
        while True:
            self.tell()
            if self.chairs.act(self.kept):
                continue
            question = self.question()
            if question is None:
                self._after_the_end()
            else:
                self._ask(question)

    def _open(self, resumed: bool) -> None:
        say = self.screen.say
        say(f"{self.play.setup.title} ({self.system.title})", style="title")
        if self.play.setup.about and not resumed:
            say(self.play.setup.about, hang=0)
        for aim in self.system.aims(self.fight, gm=self.seat.is_gm):
            say(aim, hang=0)
        say()
        if self.saved is not None:
            say(f"This is fight {self.saved}. Every answer is saved as it is given.")
        else:
            say("Nothing is saved: the fight is gone when you leave.")
        say(f"{self._who_plays()} Type ? for help, quit to leave.")
        notice = getattr(self.kept, "notice", "")
        if notice:
            say(notice)
        if resumed:
            self.teller.skip(self.play, leave=8)
            self._round = self.fight.round
            say()
            say("What happened last:", style="title")
        else:
            self._round = -1

    def _who_plays(self) -> str:
        """Who sits where, for whoever sits down here."""
        heroes, gm = self.chairs.heroes, self.chairs.gm
        if gm is None:
            whose = "" if heroes is not None else " and the heroes"
            return f"You are the GM: you play the foes{whose}, and rule."
        if heroes is None:
            more = "" if self.players_only else " take gm gives you the GM's chair."
            return f"You play the heroes; a policy plays the foes and the GM.{more}"
        return "Policies play both sides; take heroes or take gm gives you a chair."

    def _all_are_told(self) -> bool:
        """Whether the story so far names everybody: then they need not be listed as well."""
        told: set[Any] = set()
        for line in lines(self.play, self.seat):
            told |= {value for value in line.event.fields.values() if isinstance(value, str)}
        here = {sheet.who for sheet in cards.sheets_for(self.system, self.fight, self.seat)}
        return here <= told

    def tell(self) -> None:
        """Says what has happened since the last time."""
        self._drop_menu_if_late()
        seat = self.seat
        is_apart = False
        for heading, line in self.teller.new(self.play, seat):
            if heading:
                self.screen.say()
                self.screen.say(heading, style="title")
                is_apart = True
            if says_heading(line.text, line.heading):
                continue
            if line.event.code in self.system.words.breaks and not is_apart:
                self.screen.say()
            is_apart = False
            self.screen.say(line.text, indent=2)
        shared = cards.shared(self.system, self.fight)
        if shared and shared != self._shared:
            self.screen.say(f"{shared}.", indent=2, hang=2, style="hint")
        self._shared = shared
        if self.teller.defaults and seat.is_gm:
            ruled = "; ".join(dict.fromkeys(self.teller.defaults))
            self.screen.say(
                f"Ruled by default: {ruled}. (otherwise changes it.)", indent=2, style="hint"
            )

    def _drop_menu_if_late(self) -> None:
        ids = tuple(q.id for q in self.play.questions)
        self.picks = moved_on(self.picks, self.play.questions, still)
        if self._asked is not None and ids != self._asked:
            self.path, self.page, self.at, self._menu = (), 0, 0, None
            self._asked = None

    def cards(self) -> None:
        """A line for everybody."""
        with_bar = self.screen.width >= 60
        for side, told in cards.short_lines(self.system, self.fight, self.seat, with_bar=with_bar):
            self.screen.say(f"The {side}", style="title")
            self.screen.say_all(told, indent=2)

    def _after_the_end(self) -> None:
        if self._asked is None:
            self._asked = ()
            self.screen.say()
            endings = self.system.endings(self.fight)
            self.screen.say(endings[self.fight.result or "none"].told, style="title")
            self.cards()
            self.screen.say()
            self._say_what_next()
            self.screen.say("Enter leaves. You can still look (log, why, cards) or go back (undo).")
        given = self.screen.ask("The fight is over. Enter leaves: ")
        if not given:
            raise Leave
        self._obey(given, None)

    def _say_what_next(self) -> None:
        """Which fights of the system the party may go on into."""
        others = {
            name: title
            for name, title in titles(self.system).items()
            if title != self.play.setup.title
        }
        if self.saved is None or not others:
            return
        named = [f"{self.system.name}/{name} ({title})" for name, title in others.items()]
        self.screen.say(f"The heroes can go on as they are now: {', '.join(named)}.")
        first = f"{self.system.name}/{next(iter(others))}"
        self.screen.say_command(
            "For the first, say", f"{called_as()} play {first} --party {self.saved}"
        )

    def _farewell(self) -> None:
        if self.saved is None:
            return
        if self.play.questions:
            self.screen.say_command(
                f"Saved as fight {self.saved}. Go on with:",
                f"{called_as()} play --resume {self.saved}{self._same_chairs()}",
            )
        else:
            self.screen.say(f"Saved as fight {self.saved}.")

    def _same_chairs(self) -> str:
        """The options that seat everybody as they sit now."""
        heroes = "" if self.chairs.heroes is None else f" --seat heroes={self.chairs.heroes.name}"
        gm = self.chairs.gm
        if gm is None:
            return f"{heroes} --gm"
        is_usual = gm.name == self.system.policy_names[0]
        return heroes if is_usual else f"{heroes} --seat gm={gm.name}"

    # ---- a question ----

    def _ask(self, question: Question) -> None:
        if self._asked is None:
            self._asked = tuple(q.id for q in self.play.questions)
            self.show(question)
        given = self.screen.ask(prompt_for(self, question))
        try:
            self._take_in(question, given)
        except Back:
            self.show(question)

    def menu(self, question: Question) -> Menu:
        """The options of the open question, made once."""
        if self._menu is None:
            self._menu = Menu(leaves_of(self, question), self.names)
        return self._menu

    def show(self, question: Question) -> None:
        """The question, with its options and odds; in a new round everybody's state before it."""
        self._drop_menu_if_late()
        if self.fight.round != self._round:
            is_opening, self._round = self._round < 0, self.fight.round
            if not (is_opening and self._all_are_told()):
                self._say_cards()
        show_question(self, question)

    def _say_cards(self) -> None:
        self.screen.say()
        self.cards()

    # ---- what was typed ----

    def _take_in(self, question: Question, given: str) -> None:
        if not given:
            self._enter(question)
            return
        if given in BACK:
            if not self.path:
                self.screen.say("There is nothing to go back from. undo takes back an answer.")
                return
            self.path, self.page = self.menu(question).above(self.path), 0
            self.screen.say("Back up." if self.path else "Back at the whole list.")
            raise Back
        if question.pool is not None and given[0].isdigit():
            self._type_dice(question, given)
            return
        if not self._is_option(question, given) and self._obey(given, question):
            return
        if question.pool is not None and _reads_as_dice(question.pool, given):
            self._type_dice(question, given)
            return
        self._choose(question, given)

    def _enter(self, question: Question) -> None:
        """Enter alone: rolls, leaves a ruling to the book, or shows the question again."""
        if question.pool is not None:
            self._try(lambda: self.kept.roll("program"))
        elif question.default is not None and question.who == GM and not self.path:
            self.give(question, question.default)
        elif question.id in self.picks and not self.path:
            self.give(question, self.picks[question.id])
        else:
            raise Back

    def _is_option(self, question: Question, given: str) -> bool:
        """Whether the first word is, in full, one of the options of the list on the screen."""
        first = given.split("/")[0].split(" ")[0]
        below = [
            str(leaf.option[len(self.path)])
            for leaf in self.menu(question).leaves
            if tuple(leaf.option[: len(self.path)]) == self.path
            and len(leaf.option) > len(self.path)
        ]
        return first in below

    def obey_meanwhile(self, given: str) -> None:
        """Does what a command says while something is being filled in.

        Raises `Back` if the question is then not the one that it was.
        """
        before = tuple(q.id for q in self.play.questions)
        self._obey(given, None)
        if self._asked is None or tuple(q.id for q in self.play.questions) != before:
            raise Back

    def _obey(self, given: str, question: Question | None) -> bool:
        """Does what a command says; False if it is none."""
        from affray.cli.seat.commands import COMMANDS, called

        word, _, rest = given.removeprefix(":").partition(" ")
        command = COMMANDS.get(word.lower()) or (
            called(word.lower()) if given.startswith(":") or question is None else None
        )
        if command is None:
            if question is None or given.startswith(":"):
                near = near_matches(word, list(COMMANDS))
                cure = f"Did you mean {' or '.join(near)}?" if near else "? lists the commands."
                self.refuse(Refused("unreadable", f"There is no command {word[:40]!r}.", cure))
                return True
            return False
        try:
            if command.is_gms and self.players_only:
                raise Refused(
                    "illegal", f"{word} is the GM's.", "This table was opened with --players-only."
                )
            command.run(self, rest.strip())
        except Back:
            self.reset()
        except Exception as error:
            self._refuse_or_raise(error)
        return True

    def _choose(self, question: Question, given: str) -> None:
        menu = self.menu(question)
        if not menu.leaves:
            self._not_understood(given, question)
            return
        try:
            found = menu.find(given, self.path, self.shown)
        except Refused as refused:
            if refused.kind == "illegal" and not given.split(" ")[0].isdigit():
                self._not_understood(given, question, refused)
            else:
                self.refuse(refused)
            return
        if found.leaf is None:
            self.path, self.page = found.path, 0
            raise Back
        key = fill(self, found.leaf.option, found.rest)
        self.give(question, key)

    def _not_understood(
        self, given: str, question: Question, refused: Refused | None = None
    ) -> None:
        from affray.cli.seat.commands import COMMANDS

        word = given.split(" ")[0]
        if refused is not None and "Did you mean" in refused.cure:
            self.refuse(refused)
            return
        near = near_matches(word, list(COMMANDS))
        if near:
            cure = f"Did you mean the command {' or '.join(near)}? ? helps."
        elif question.pool is not None:
            cure = "Press Enter to roll, or type what each die shows, such as 5 3 1."
        else:
            cure = refused.cure if refused is not None else ""
            cure = f"{cure} Enter shows the question again, ? helps.".strip()
        self.refuse(Refused("unreadable", f"{given[:60]!r} was not understood.", cure))

    # ---- changing ----

    def next_question(self) -> None:
        """Turns to another of several open questions."""
        found = self.chairs.for_people(self.fight, self.play.questions)
        if len(found) < 2:
            raise Refused("illegal", "No other question is open.")
        self.at = (self.at + 1) % len(found)
        self.path, self.page, self._menu = (), 0, None
        self.show(found[self.at])

    def reset(self) -> None:
        """Forgets which question is on the screen: who answers has changed."""
        self.path, self.page, self.at, self._menu, self._asked = (), 0, 0, None, None

    def leave(self) -> None:
        """Ends the evening."""
        raise Leave

    # ---- answering ----

    def pick(self, words: str) -> None:
        """Keeps what somebody is about to lock in. Raises `Refused`."""
        question = self.question()
        if question is None or question.id.what != "lock-in":
            raise Refused("illegal", "This question is answered at once.", "Type the answer alone.")
        found = self.menu(question).find(words, self.path, self.shown)
        if found.leaf is None:
            raise Refused("ambiguous", f"{words} is several options.", "Name one of them.")
        self.picks[question.id] = fill(self, found.leaf.option, found.rest)
        self.path, self.page = (), 0
        self.show(question)

    def give(self, question: Question, key: Key) -> None:
        """Answers the question. A refusal is told."""
        owner = question.owner_of(key) or question.who
        self._try(lambda: self.kept.answer(Answer(question.id, key, owner)))
        self.path, self.page = (), 0

    def _type_dice(self, question: Question, text: str) -> None:
        if self.chairs.holder(self.fight, question.who) is not None:
            self.refuse(Refused("illegal", "These are not your dice.", "Press Enter."))
            return
        assert question.pool is not None
        kinds = question.pool.describe()
        dice = sum(int(kind.get("count") or 0) for kind in kinds)
        if text.isdigit() and len(text) == dice and all(k.get("sides", 99) < 10 for k in kinds):
            text = " ".join(text)  # 5316 is what four dice show
        self._try(lambda: self.kept.type_dice(text, question.who))

    def _try(self, verb: Callable[[], object]) -> None:
        try:
            verb()
        except Exception as error:
            self._refuse_or_raise(error)

    def _refuse_or_raise(self, error: Exception) -> None:
        """Tells of what was refused, could not be saved or cannot be read: nothing has changed."""
        if not isinstance(error, (Refused, StoreError, InputFault, FaultyText, OSError)):
            raise error
        _, lines = explain(error)
        for line in lines:
            self.screen.say(line.removeprefix("error: ").strip(), style="refused")

    def refuse(self, refused: Refused) -> None:
        """Says why something was not done, and what would."""
        self.screen.say(f"{refused.why} {refused.cure}".strip(), style="refused")

    def _completions(self) -> list[str]:
        from affray.cli.seat.commands import COMMANDS

        words = list(COMMANDS)
        question = self.question()
        if question is not None:
            for leaf in self.menu(question).leaves:
                words += [place for place in leaf.option if isinstance(place, str)]
        words += [c.id for c in self.fight.combatants.values() if self.seat.is_gm or not c.hidden]
        return sorted(dict.fromkeys(words))
