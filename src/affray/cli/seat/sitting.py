"""The conversation at the table: what has happened, the open question, an answer, and on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from affray.cli.faults import explain
from affray.cli.seat import cards, chances
from affray.cli.seat.menu import Group, Item, Leaf, Menu
from affray.cli.seat.screen import Left, Screen
from affray.cli.seat.teller import Teller
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Number, Option, Several, Text, admits, is_concrete, spell
from affray.kernel.question import GM, Answer, Question, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.sheet import Sheet
from affray.kernel.system import System
from affray.kernel.view import Seat
from affray.kernel.words import names_of, option_text, question_text
from affray.protocol.chairs import Chairs
from affray.protocol.kept import Kept
from affray.tables.play import Play

BACK = ("back", "..")
CTRL_C = 130


class Leave(Exception):  # noqa: N818 (it is what somebody asked for)
    """Somebody wants to go."""


class Back(Exception):  # noqa: N818
    """Somebody does not want to fill in what was asked for after all."""


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
        title: str = "",
    ) -> None:
        self.kept = kept
        self.chairs = chairs
        self.foresight = foresight
        self.saved = saved
        self.where = where
        self.players_only = players_only
        self.title = title
        self.screen = Screen()
        self.screen.words = self._completions
        self.teller = Teller()
        self.path: Key = ()
        """How deep in the tree of options the list on the screen is."""
        self.shown: list[Item] = []
        self.at = 0
        """Which of the open questions for people is asked."""
        self.page = 0
        self._asked: tuple[Any, ...] | None = None
        self._menu: Menu | None = None
        self._round = 0

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
        say(f"{self.title or self.play.setup.title} ({self.system.title})", style="title")
        if self.play.setup.about and not resumed:
            say(self.play.setup.about, hang=0)
        say()
        if self.saved is not None:
            say(f"This is fight {self.saved}. Every answer is saved as it is given.")
        else:
            say("Nothing is saved: the fight is gone when you leave.")
        say("Type ? for help, quit to leave.")
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

    def tell(self) -> None:
        """Says what has happened since the last time."""
        self._drop_menu_if_late()
        seat = self.seat
        for heading, line in self.teller.new(self.play, seat):
            if heading:
                self.screen.say()
                self.screen.say(heading, style="title")
            if line.text.rstrip(".") != heading:
                self.screen.say(line.text, indent=2)

    def _drop_menu_if_late(self) -> None:
        ids = tuple(q.id for q in self.play.questions)
        if self._asked is not None and ids != self._asked:
            self.path, self.page, self.at, self._menu = (), 0, 0, None
            self._asked = None

    def cards(self) -> None:
        """A line for everybody."""
        with_bar = self.screen.width >= 60
        for side, lines in cards.short_lines(self.system, self.fight, self.seat, with_bar=with_bar):
            self.screen.say(f"The {side}", style="title")
            self.screen.say_all(lines, indent=2)

    def _after_the_end(self) -> None:
        if self._asked is None:
            self._asked = ()
            self.screen.say()
            results = {"heroes": "The heroes have won.", "foes": "The foes have won."}
            self.screen.say(results.get(self.fight.result or "", "Nobody has won."), style="title")
            self.cards()
            self.screen.say()
            if self.saved is not None:
                self.screen.say(
                    "The heroes can go on into their next fight as they are now: "
                    f"affray play ENCOUNTER --party {self.saved}"
                )
            self.screen.say("Enter leaves. You can still look (log, why, cards) or go back (undo).")
        given = self._prompt("The fight is over. Enter leaves: ")
        if not given:
            raise Leave
        self._obey(given, None)

    def _farewell(self) -> None:
        if self.saved is None:
            return
        if self.play.questions:
            self.screen.say(
                f"Saved as fight {self.saved}. Go on with: "
                f"affray play --resume {self.saved}{self._same_chairs()}"
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
        given = self._prompt(self._prompt_for(question))
        try:
            self._take_in(question, given)
        except Back:
            self.show(question)

    def _prompt(self, text: str) -> str:
        return self.screen.ask(text)

    def _prompt_for(self, question: Question) -> str:
        if question.pool is not None:
            count = self._dice_in(question)
            dice = "the die" if count == 1 else f"{count} faces"
            if self.chairs.holder(self.fight, question.who) is not None:
                return "Enter lets it be rolled, or take an offer: "
            return f"Enter rolls, or type {dice}: "
        if question.default is not None and question.who == GM:
            return "Number or words, Enter for the book's way: "
        more = " (back goes up)" if self.path else ""
        return f"Number or words{more}: "

    @staticmethod
    def _dice_in(question: Question) -> int:
        assert question.pool is not None
        return sum(int(kind.get("count") or 0) for kind in question.pool.describe())

    def menu(self, question: Question) -> Menu:
        if self._menu is None:
            names, words = self.names, self.system.words
            leaves = []
            if self.chairs.holder(self.fight, question.who) is None:
                leaves = [Leaf(o, option_text(words, o, names)) for o in question.options]
            for owner, option in question.offers:
                if self.chairs.holder(self.fight, owner) is None:
                    label = f"{names.get(owner, owner)}: {option_text(words, option, names)}"
                    leaves.append(Leaf(option, label, owner))
            self._menu = Menu(leaves, names)
        return self._menu

    def show(self, question: Question) -> None:
        """The question, with its options and odds."""
        self._drop_menu_if_late()
        say = self.screen.say
        if self.fight.round != self._round:
            self._round = self.fight.round
            say()
            self.cards()
        say()
        if self.path:
            self._list(question)
            return
        who = question.who
        if (sheet := self.sheet(who)) is not None:
            say(cards.short_line(sheet))
        asked = question_text(self.system.words, question.id.rule, who, self.names)
        prefix = "For the GM: " if who == GM and self.seat.is_gm else ""
        say(f"{prefix}{asked}", style="question")
        if question.id.what == "lock-in":
            self._say_of_lock_in(question)
        if question.pool is not None:
            say(f"{question.pool}: {chances.roll_text(question)}", indent=2)
        self._list(question)
        others = self.chairs.for_people(self.fight, self.play.questions)
        if len(others) > 1:
            say(f"{len(others)} questions are open; next shows another one.", indent=2)

    def _say_of_lock_in(self, question: Question) -> None:
        names = self.names
        locked = [names.get(w, w) for w in question.locked if not self.fight.is_hidden(w)]
        text = "Everybody answers this, in any order."
        if question.secret:
            text += " Answers are secret until all are in: the others look away."
        if locked:
            text += f" Done: {', '.join(locked)}."
        self.screen.say(text, indent=2)

    def _list(self, question: Question) -> None:
        menu = self.menu(question)
        self.shown = menu.items(self.path)
        if not self.shown:
            return
        say = self.screen.say
        if self.path:
            say(f"{', '.join(menu.word(place) for place in self.path)}:", indent=2)
        first = self.page * 12
        page = self.shown[first : first + 12]
        notes, common = self._notes(question, [i for i in page if isinstance(i, Leaf)])
        if common:
            say(f"All of these: {common}.", indent=2)
        for number, item in enumerate(page, first + 1):
            if isinstance(item, Group):
                say(f"{number}. {menu.heading(item)}", indent=2, hang=4)
            else:
                note = notes.get(item.option)
                is_default = question.default is not None and item.option == question.default
                label = item.label + (" (the book's way)" if is_default else "")
                say(f"{number}. {label}{f': {note}' if note else ''}", indent=2, hang=4)
        left = len(self.shown) - first - len(page)
        if left > 0:
            say(f"more shows {left} more.", indent=2)
        default = question.default
        if default and all(isinstance(i, Group) or i.option != default for i in page):
            suggested = option_text(self.system.words, default, self.names)
            say(f"The book's way: {suggested}", indent=2, hang=4)

    def _notes(self, question: Question, leaves: Sequence[Leaf]) -> tuple[dict[Option, str], str]:
        """The odds of each option in a few words, and what they all share."""
        looked = {}
        for leaf in leaves:
            if is_concrete(leaf.option) and question.pool is None:
                key = tuple(map(str, leaf.option))
                found = self.foresight.quick(self.play, question, key, self.seat)
                looked[leaf.option] = found
        rolls = {
            option: None if found is None else chances.first_roll(found)
            for option, found in looked.items()
        }
        texts = {o: chances.chances_text(r) if r else "" for o, r in rolls.items()}
        common = ""
        if len(texts) > 1 and len(texts) == len(leaves) and len(set(texts.values())) == 1:
            common = next(iter(texts.values()))
        notes = {}
        for number, (option, found) in enumerate(looked.items(), 1):
            if found is None:
                notes[option] = f"odds {number} reckons the chances"
                continue
            parts = [] if common or not texts[option] else [texts[option]]
            after = "; ".join(chances.effects(found, self.names))
            notes[option] = "; ".join([*parts, *([after] if after else [])])
        return notes, common

    # ---- what was typed ----

    def _take_in(self, question: Question, given: str) -> None:
        if not given:
            self._enter(question)
            return
        if given in BACK and self.path:
            self.path, self.page = (), 0
            raise Back
        if question.pool is not None and given[0].isdigit():
            self._type_dice(question, given)
            return
        if not self._is_option(question, given) and self._obey(given, question):
            return
        self._choose(question, given)

    def _enter(self, question: Question) -> None:
        """Enter alone: rolls, leaves a ruling to the book, or shows the question again."""
        if question.pool is not None:
            self._try(lambda: self.kept.roll("program"))
        elif question.default is not None and question.who == GM and not self.path:
            self.give(question, question.default)
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
        key = self.fill(found.leaf.option, found.rest)
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
            cure = f"Did you mean {' or '.join(near)}?"
        elif question.pool is not None:
            cure = "Press Enter to roll, or type what each die shows, such as 5 3 1."
        else:
            cure = refused.cure if refused is not None else ""
            cure = f"{cure} Enter shows the question again, ? helps.".strip()
        self.refuse(Refused("unreadable", f"{given[:60]!r} was not understood.", cure))

    def fill(self, option: Option, rest: Sequence[str]) -> Key:
        """The key of an option, its free places taken from what was typed or asked for."""
        places: list[str] = []
        words = [word for word in rest if word]
        for place in option:
            if isinstance(place, str):
                places.append(place)
            elif isinstance(place, Number):
                places.append(self._number(place, words.pop(0) if words else None))
            elif isinstance(place, Several):
                places.append(self._several(place, words))
                words = []
            else:
                places.append(self._own_words(place, " ".join(words) if words else None))
                words = []
        key = tuple(places)
        if not admits(option, key):
            raise Refused("illegal", f"{'/'.join(key)} does not fit {spell(option)}.")
        return key

    def _number(self, place: Number, given: str | None) -> str:
        while True:
            text = (
                given
                if given is not None
                else self._fill_in(f"A whole number from {place.low} to {place.high}, or back: ")
            )
            given = None
            number = text.lstrip("+")
            if place.admits(number):
                return number
            self.screen.say(f"{text!r} is no whole number from {place.low} to {place.high}.")

    def _own_words(self, place: Text, given: str | None) -> str:
        while True:
            text = (
                given
                if given is not None
                else self._fill_in(
                    f"In your own words (up to {place.limit} letters, Enter for none), or back: "
                )
            )
            given = None
            if place.admits(text):
                return text
            self.screen.say(f"That has {len(text)} letters; {place.limit} fit.")

    def _several(self, place: Several, given: Sequence[str]) -> str:
        words = [word for word, _, _ in place.wares]
        if not given:
            self.screen.say(f"Choose as many as you like; together they may cost {place.purse}:")
            for word, price, most in place.wares:
                name = self.names.get(word, word.replace("-", " "))
                self.screen.say(f"{word} ({name}): costs {price}, at most {most}", indent=2)
        while True:
            if not given:
                text = self._fill_in("The words, with spaces between (Enter for none), or back: ")
                given = text.replace(",", " ").split()
            picked = []
            for part in given:
                fits = [w for w in words if w == part] or [w for w in words if w.startswith(part)]
                if len(fits) != 1:
                    self.screen.say(f"{part!r} is none of {', '.join(words)}.")
                    break
                picked.append(fits[0])
            else:
                answer = " ".join(picked)
                if place.admits(answer):
                    return answer
                self.screen.say(f"That costs more than {place.purse}, or is more than there is.")
            given = ()

    def _fill_in(self, prompt: str) -> str:
        text = self._prompt(prompt)
        if text in BACK:
            raise Back
        return text

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

    def give(self, question: Question, key: Key) -> None:
        """Answers the question. A refusal is told."""
        owner = question.owner_of(key) or question.who
        self._try(lambda: self.kept.answer(Answer(question.id, key, owner)))
        self.path, self.page = (), 0

    def _type_dice(self, question: Question, text: str) -> None:
        if self.chairs.holder(self.fight, question.who) is not None:
            self.refuse(Refused("illegal", "These are not your dice.", "Press Enter."))
            return
        self._try(lambda: self.kept.type_dice(text, question.who))

    def _try(self, verb: Callable[[], object]) -> None:
        try:
            verb()
        except Exception as error:
            self._refuse_or_raise(error)

    def _refuse_or_raise(self, error: Exception) -> None:
        """Tells a refusal, or that it could not be saved: nothing has changed then."""
        why, cure = getattr(error, "why", None), getattr(error, "cure", None)
        if not isinstance(why, str) or not isinstance(cure, str):
            raise error
        self.refuse(Refused("illegal", why, cure))

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
