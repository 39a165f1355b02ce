"""Golden playthroughs: recorded fights that are kept as tests and read as stories.

A playthrough is a script (`NAME.toml`) with the events (`NAME.jsonl`) and the story (`NAME.md`)
that come of it. A change of rules shows as a difference that a person can judge;
`python -m affray.testing.playthrough FOLDER --write` writes all of them anew.

    encounter = "trade/duel"       # a packaged encounter, or a file beside the script
    title = "The bridge at noon"
    about = "What this fight is to show."
    secret = "any text"            # seeds the dice that the script does not name
    script = [
      "fight/rapier/bridge-blade", # an option of the open question, spelled
      "dice 5 2 1",                # what the next roll shows
      "edit set bridge-blade hp 3", # kind, who, name and value; "-" where there is none
      "otherwise trade.npc.zero-hp taken",
      "undo", "redo", "end-here",
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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.event import Event
from affray.kernel.keys import Key, spell, unspell
from affray.kernel.policy import Policy
from affray.kernel.question import GM, Edit, Question
from affray.kernel.system import System
from affray.kernel.words import event_text, names_of
from affray.tables.play import Play

MOST_ANSWERS = 5_000


class ScriptError(AssertionError):
    """A line of a script does not fit what is asked."""


def _given(word: str) -> str:
    return "" if word == "-" else word


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

    def events(self) -> str:
        """The events in force, one JSON object a line."""
        dumped = [event.dump() for event in self.play.events]
        return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in dumped)

    def story(self) -> str:
        """The fight as the GM saw it: round by round, a paragraph for each step.

        What was taken back is struck through. A step that takes one sentence to tell leads into
        the next one's paragraph.
        """
        parts = [f"# {self.title}", self.about.strip()]
        round_told, step_told, said = 0, -1, 0
        for sentence in self._sentences():
            if sentence.round != round_told:
                round_told = sentence.round
                parts.append(f"## Round {round_told}")
                said = 0
            if sentence.step != step_told or sentence.stands_alone:
                if said != 1 or sentence.stands_alone:
                    parts.append("")
                    said = 0
                step_told = sentence.step
            if not parts[-1] or said:
                parts[-1] = f"{parts[-1]} {sentence.shown}".strip()
            else:
                parts.append(sentence.shown)
            said = 0 if sentence.stands_alone else said + 1
            if sentence.stands_alone:
                parts.append("")
        return "\n\n".join(part for part in parts if part) + "\n"

    def _sentences(self) -> list[_Sentence]:
        names = names_of(self.play.fight)
        told: list[_Sentence] = []
        for line in self.play.lines:
            event = line.event
            if event.code in ("ruled-by-default", "ruled"):
                continue
            text = event_text(self.play.system.words, event.dump(), names)
            if not text or text == f"Round {event.round}.":
                continue
            who = names.get(str(event.fields.get("who")), "")
            new = _Sentence(event, text, line.taken_back, [who] if who else [])
            if not (told and told[-1].takes_in(new)):
                told.append(new)
        return told


@dataclass(slots=True)
class _Sentence:
    """What is told of an event, or of several that differ only in whom they are about."""

    event: Event
    text: str
    taken_back: bool
    names: list[str]

    @property
    def round(self) -> int:
        return self.event.round

    @property
    def step(self) -> int:
        return self.event.step

    @property
    def stands_alone(self) -> bool:
        """Whether this is the note that something was taken back, and not what was."""
        return self.event.code == "took-back"

    @property
    def shown(self) -> str:
        if self.stands_alone:
            return f"*{self.text}*"
        text = self.text.replace(self.names[0], _listed(self.names), 1) if self.names else self.text
        return f"~~{text}~~" if self.taken_back else text

    def takes_in(self, other: _Sentence) -> bool:
        """Tells `other` too, if it says the same of somebody else after a colon ("A: here.")."""
        if not (self.names and other.names and ":" in self.text):
            return False
        mine = (self.event.code, self.round, self.taken_back)
        theirs = (other.event.code, other.round, other.taken_back)
        head, _, tail = self.text.partition(": ")
        if mine != theirs or other.names[0] in self.names or self.names[0] not in head:
            return False
        if f"{head.replace(self.names[0], other.names[0], 1)}: {tail}" != other.text:
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
                number = int(value) if value.lstrip("-").isdigit() else value or None
                play.edit(Edit(kind, _given(who), _given(name), number))
            case ["otherwise", rule, *key]:
                told = [one for one in play.told if one.id.rule == rule]
                if not told:
                    raise self.fail(f"{rule} was not left to its default")
                play.rule_otherwise(told[-1].id, unspell(" ".join(key)))
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
    _Reader(play, data["script"], where).run()
    return Playthrough(where, data["title"], data.get("about", ""), play)


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
