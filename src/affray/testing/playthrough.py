"""Golden playthroughs: recorded fights that are kept as tests and read as stories.

A playthrough is a script (`NAME.toml`) with the events (`NAME.jsonl`) and the story (`NAME.md`)
that come of it. A change of rules shows as a difference that a person can judge;
`python -m affray.testing.playthrough FOLDER --write` writes all of them anew.

    encounter = "trade/duel"       # a packaged encounter, or a file beside the script
    title = "The bridge at noon"
    about = "What this fight is to show."
    shows = ["trade.duel.parry"]   # rules without which the story is not the one that was meant
    secret = "any text"            # seeds the dice that the script does not name
    script = [
      "fight/rapier/bridge-blade", # an option of the open question, spelled
      "dice 5 2 1",                # what the next roll shows
      "edit set bridge-blade hp 3", # kind, who, name and value; "-" where there is none
      "edit place ash - [10, 5]",  # lists and tables as JSON
      "otherwise trade.npc.zero-hp taken",
      "undo", "redo", "end-here",
      "say The planks are slick with rain.", # stands in the story; the fight knows nothing of it
      "auto 2",                    # policies play two rounds; "auto" alone: to the end
    ]

A roll without a "dice" line is rolled by the program; a question to the GM is answered by the
policy "sensible" unless the next line fits it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.event import Event
from affray.kernel.keys import Key, spell, unspell
from affray.kernel.policy import Policy
from affray.kernel.question import GM, Edit, Question
from affray.kernel.system import System
from affray.kernel.telling import AFTERWARDS, BEFOREHAND, Headings, says_heading
from affray.kernel.words import event_text, names_of
from affray.tables.kept import LogLine
from affray.tables.play import Play

MOST_ANSWERS = 5_000
RULED_OTHERWISE = "The GM rules otherwise."


class ScriptError(AssertionError):
    """A line of a script does not fit what is asked."""


def _given(word: str) -> str:
    return "" if word == "-" else word


def _value(text: str) -> Any:
    """What an edit sets: a whole number, a list or table in JSON, or words."""
    if text.lstrip("-").isdigit():
        return int(text)
    return json.loads(text) if text[:1] in ("[", "{") else text or None


class _NoChance:
    def random(self) -> float:
        return 0.0


@dataclass(slots=True)
class Playthrough:
    """A script that has been played."""

    name: str
    title: str
    about: str
    play: Play
    said: list[tuple[int, str]] = field(default_factory=list)
    """What the script says in between: after how many lines of the log, and what."""

    def events(self) -> str:
        """The events in force, one JSON object a line."""
        dumped = [event.dump() for event in self.play.events]
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in dumped)

    def story(self) -> str:
        """The fight as the GM saw it: under its headings, a paragraph for each step.

        What was taken back is struck through. A step that takes one sentence to tell leads into
        the paragraph of the next.
        """
        story = [f"# {self.title}", self.about.strip()]
        paragraph: list[str] = []
        heading, step_told = BEFOREHAND, -1

        def close() -> None:
            if paragraph:
                story.append(" ".join(paragraph).replace("~~ ~~", " "))
                paragraph.clear()

        for sentence in self._sentences():
            if isinstance(sentence, str):
                close()
                story.append(sentence)
                continue
            if sentence.heading not in (heading, AFTERWARDS):
                close()
                heading = sentence.heading
                if heading != BEFOREHAND:
                    story.append(f"## {heading}")
            if says_heading(sentence.text, heading):
                continue
            if sentence.step != step_told and len(paragraph) > 1 and not sentence.is_note:
                close()
            if not sentence.is_note:
                step_told = sentence.step
            paragraph.append(sentence.shown)
        close()
        return "\n\n".join(story) + "\n"

    def _sentences(self) -> list[_Sentence | str]:
        """What is told of the events, with what the script says in its place."""
        names = {
            who: f"the {name[4:]}" if name.startswith("The ") else name
            for who, name in names_of(self.play.fight).items()
        }
        lines = self.play.lines
        said = list(self.said)
        told: list[_Sentence | str] = []
        headings = Headings(self.play.system.words)
        for number, line in enumerate(lines):
            heading = headings.over(line.event, taken_back=line.taken_back)
            while said and said[0][0] <= number:
                told.append(said.pop(0)[1])
            event = line.event
            if event.code in ("ruled-by-default", "ruled"):
                continue
            text = event_text(self.play.system.words, event.dump(), names)
            if not text:
                continue
            if event.code == "took-back" and _code_of(lines, number + 1) == "ruled":
                text = RULED_OTHERWISE
            who = names.get(str(event.fields.get("who")), "")
            new = _Sentence(event, text, line.taken_back, [who] if who else [], heading)
            last = told[-1] if told else ""
            if isinstance(last, str) or not last.takes_in(new):
                told.append(new)
        return _told_once(told) + [text for _, text in said]


def _code_of(lines: list[LogLine], number: int) -> str:
    return lines[number].event.code if number < len(lines) else ""


def _told_once(told: list[_Sentence | str]) -> list[_Sentence | str]:
    """A ruling takes back all that came after; what play then repeats to the word stays as told."""
    shown: list[_Sentence | str] = []
    repeated = 0
    for number, sentence in enumerate(told):
        if repeated:
            repeated -= 1
            continue
        shown.append(sentence)
        if isinstance(sentence, str) or sentence.text != RULED_OTHERWISE:
            continue
        first = len(shown) - 1
        while first and isinstance(one := shown[first - 1], _Sentence) and one.is_struck:
            first -= 1
        for struck, again in zip(shown[first:-1], told[number + 1 :], strict=False):
            if isinstance(struck, str) or isinstance(again, str) or struck.text != again.text:
                break
            struck.taken_back = False
            repeated += 1
    return shown


@dataclass(slots=True)
class _Sentence:
    """What is told of an event, or of several that differ only in whom they are about."""

    event: Event
    text: str
    taken_back: bool
    names: list[str]
    heading: str

    @property
    def step(self) -> int:
        return self.event.step

    @property
    def is_note(self) -> bool:
        """Whether this is the note that something was taken back, and not what was."""
        return self.event.code == "took-back"

    @property
    def is_struck(self) -> bool:
        return self.taken_back and not self.is_note

    @property
    def shown(self) -> str:
        if self.is_note:
            return f"*{self.text}*"
        text = self.text.replace(self.names[0], _listed(self.names), 1) if self.names else self.text
        return f"~~{text}~~" if self.taken_back else text

    def takes_in(self, other: _Sentence) -> bool:
        """Tells `other` too, if it says the same of somebody else in a form that lists names.

        That is one with a colon, as in "A: on the wall.", "Found on A: a rope." or "Gone: A.".
        """
        if not (self.names and other.names) or self.is_note:
            return False
        who = self.names[0]
        if f"{who}: " not in self.text and not self.text.endswith(f": {who}."):
            return False
        if self.event.code in ("rolled", "turn"):
            return False
        mine = (self.event.code, self.heading, self.taken_back)
        theirs = (other.event.code, other.heading, other.taken_back)
        if mine != theirs or other.names[0] in self.names or self.text.count(self.names[0]) != 1:
            return False
        if self.text.replace(self.names[0], other.names[0]) != other.text:
            return False
        self.names += other.names
        return True


def _listed(names: list[str]) -> str:
    """Names as a list; three or more of a kind in a row as "Wolf 2 to 5"."""
    shown: list[str] = []
    run: list[tuple[str, int]] = []

    def close() -> None:
        if len(run) > 2:
            shown.append(f"{run[0][0]} {run[0][1]} to {run[-1][1]}")
        else:
            shown.extend(f"{stem} {number}" for stem, number in run)
        run.clear()

    for name in names:
        stem, _, number = name.rpartition(" ")
        if not stem or not number.isdecimal():
            close()
            shown.append(name)
            continue
        if run and run[-1] != (stem, int(number) - 1):
            close()
        run.append((stem, int(number)))
    close()
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


class _Reader:
    """Follows a script through a fight."""

    def __init__(self, play: Play, script: list[str], where: str) -> None:
        self.play = play
        self.lines = list(script)
        self.where = where
        self.done = 0
        self.said: list[tuple[int, str]] = []
        system = play.system
        self.heroes: Policy = system.policy("sensible", "heroes", _NoChance())
        self.gm: Policy = system.policy("sensible", "gm", _NoChance())

    def fail(self, why: str) -> ScriptError:
        return ScriptError(f"{self.where}, line {self.done + 1} of the script: {why}")

    def next(self) -> str | None:
        return self.lines[self.done] if self.done < len(self.lines) else None

    def run(self) -> None:
        answered = 0
        while self.play.questions or self.next() is not None:
            answered += 1
            if answered > MOST_ANSWERS:
                raise self.fail("the fight does not end")
            if not self.act():
                break

    def act(self) -> bool:
        line = self.next()
        question = self.play.questions[0] if self.play.questions else None
        if line is not None and self.follow(line, question):
            self.done += 1
            return True
        if question is None:
            if line is not None:
                raise self.fail(f"the fight is over, nobody is asked {line!r}")
            return False
        if question.pool is not None:
            self.play.roll()
        elif question.who == GM:
            self.play.nudge(None, self.gm)
        elif line is None:
            return False
        else:
            shown = ", ".join(spell(option) for option in question.options)
            raise self.fail(f"{line!r} is no option of {question.id}: {shown}")
        return True

    def follow(self, line: str, question: Question | None) -> bool:
        """Does what the line says; False if it is not for the open question."""
        play = self.play
        match line.split():
            case ["dice", *faces]:
                if question is None or question.pool is None:
                    return False
                play.type_dice(" ".join(faces), question.who)
            case ["edit", kind, *rest]:
                who, name, *words = (*rest, "-", "-")[: max(2, len(rest))]
                value = " ".join(words)
                play.edit(Edit(kind, _given(who), _given(name), _value(value)))
            case ["otherwise", rule, *key]:
                told = [one for one in play.told if one.id.rule == rule]
                if not told:
                    raise self.fail(f"{rule} was not left to its default")
                play.rule_otherwise(told[-1].id, unspell(" ".join(key)))
            case ["say", *_]:
                self.said.append((len(play.lines), line.removeprefix("say ")))
            case ["undo"]:
                play.undo()
            case ["redo"]:
                play.redo()
            case ["end-here"]:
                play.edit(Edit("end-here"))
            case ["auto", *rounds]:
                self.auto(int(rounds[0]) if rounds else 10**6)
            case _:
                return self.answer(unspell(line), question)
        return True

    def answer(self, key: Key, question: Question | None) -> bool:
        for one in self.play.questions:
            if one.owner_of(key) is not None:
                self.play.choose(key, question=one)
                return True
        return False

    def auto(self, rounds: int) -> None:
        last = self.play.fight.round + rounds
        while self.play.questions and self.play.fight.round < last:
            if self.play.nudge(self.heroes, self.gm) is None:
                break


def play_script(text: str, where: str, system_of: Any, beside: Path | None = None) -> Playthrough:
    """Plays a script. `system_of` finds a system by name. Raises `ScriptError`."""
    data = tomllib.loads(text)
    wanted: str = data["encounter"]
    if wanted.endswith(".toml") and beside is not None:
        encounter = (beside / wanted).read_text("utf-8")
        system: System[Any] = system_of(tomllib.loads(encounter)["system"])
    else:
        name, _, title = wanted.partition("/")
        system = system_of(name)
        encounter = system.encounters()[title]
    setup = read_encounter(encounter, wanted, system)
    play = Play(system, setup, secret=str(data.get("secret", "")).encode())
    reader = _Reader(play, data["script"], where)
    reader.run()
    cited = {rule for event in play.events for rule in event.rules}
    if lost := [rule for rule in data.get("shows", []) if rule not in cited]:
        raise reader.fail(f"the story no longer shows {', '.join(lost)}")
    return Playthrough(where, data["title"], data.get("about", ""), play, reader.said)


def main(arguments: list[str] | None = None) -> int:
    from affray.registry import system

    parser = argparse.ArgumentParser(prog="python -m affray.testing.playthrough")
    parser.add_argument("folder", type=Path, help="where the scripts are, searched to the bottom")
    parser.add_argument("--write", action="store_true", help="write events and stories anew")
    options = parser.parse_args(arguments)
    different = 0
    for script in sorted(options.folder.rglob("*.toml")):
        if script.name == "not-cited.toml" or "script" not in tomllib.loads(script.read_text()):
            continue
        found = play_script(script.read_text("utf-8"), str(script), system, script.parent)
        for suffix, content in ((".jsonl", found.events()), (".md", found.story())):
            target = script.with_suffix(suffix)
            if target.exists() and target.read_text("utf-8") == content:
                continue
            different += 1
            print(f"{'writes' if options.write else 'differs'}: {target}")
            if options.write:
                target.write_text(content, "utf-8")
    return 1 if different and not options.write else 0


if __name__ == "__main__":
    sys.exit(main())
