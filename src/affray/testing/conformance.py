"""What every system must pass, in play and in simulation: tests that come with the package.

A stranger's system gets them by registering:

    from affray.testing.conformance import CHECKS, Case

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    def test_conformance(check):
        check(Case(system, setup, seed=1))

Each check plays a fight by policies that take any legal option, and raises `AssertionError` with
what differs.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, TypeVar

from affray.dice import Pool
from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.policy import DefaultPolicy, RandomPolicy
from affray.kernel.question import Answer, Because, Edit, Question, Refused, rules_of
from affray.kernel.running import advance, run
from affray.kernel.sheet import Setting, Slot
from affray.kernel.system import Setup, System
from affray.kernel.table import O, Offers, Options, R
from affray.kernel.view import Seat, seat_events, view
from affray.tables.doctrine.seen import Word, plain, words_on
from affray.tables.enumerating import TooManyLeaves, leaves
from affray.tables.play import Play
from affray.tables.random_table import RandomTable
from affray.testing.stirring import StirringTable

T = TypeVar("T", bound=RandomTable)

RULING_EVENTS = ("ruled", "ruled-by-default")


@dataclass(slots=True)
class Case:
    """A fight to try a system with. `limit` bounds how many answers the slow checks look at."""

    system: System[Any]
    setup: Setup
    seed: int = 0
    limit: int = 40

    def start(self) -> Fight[Any]:
        fight: Fight[Any] = self.system.start(self.setup)
        return fight

    def play(self, setup: Setup | None = None) -> Play:
        return Play(self.system, setup or self.setup, secret=str(self.seed).encode())

    def policies(self, salt: str = "") -> tuple[RandomPolicy, RandomPolicy]:
        source = random.Random(f"{self.seed}{salt}")
        return RandomPolicy(source), RandomPolicy(source)

    def random_table(self, fight: Fight[Any], *, recording: bool = True) -> RandomTable:
        return self.table(RandomTable, fight, recording=recording)

    def table(self, kind: type[T], fight: Fight[Any], *, recording: bool = True) -> T:
        heroes, gm = self.policies()
        dice = random.Random(f"dice {self.seed}")
        return kind(self.system, fight, dice, heroes, gm, recording=recording)

    def asking(self) -> Setup:
        """The same setup with every ruling asked."""
        modes = {rule.id: "ask" for rule in self.system.rulebook.rules if rule.kind == "ruling"}
        house = dict(self.setup.house_rules)
        house["modes"] = {**modes, **house.get("modes", {})}
        return replace(self.setup, house_rules=house)


def _told(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events without what only play has: how rulings came about, and the faces of dice."""
    told = []
    for event in events:
        if event.code in RULING_EVENTS:
            continue
        data = event.dump()
        data["fields"] = {k: v for k, v in event.fields.items() if k not in ("faces", "how")}
        told.append(data)
    return told


def _same(ours: Sequence[Any], theirs: Sequence[Any], what: str) -> None:
    for number, (a, b) in enumerate(zip(ours, theirs, strict=False), 1):
        assert a == b, f"{what}: item {number} is {a} here and {b} there"
    assert len(ours) == len(theirs), f"{what}: {len(ours)} here and {len(theirs)} there"


# ---- simulation ----


def deterministic(case: Case) -> None:
    """The same seeds give the same fight; events are only looked at, never needed."""
    logs, keys = [], []
    for recording in (True, True, False):
        fight = case.start()
        table = case.random_table(fight, recording=recording)
        run(case.system, fight, table)
        logs.append(_told(table.events))
        keys.append(case.system.key(fight))
    _same(logs[0], logs[1], "two runs of one seed")
    cited = {rule for data in logs[0] for rule in (data["rule"], *data.get("also", ()))}
    unknown = [rule for rule in sorted(cited) if not _exists(case, rule)]
    assert not unknown, f"events cite rules that are not in the ledger: {unknown}"
    assert not logs[2], "events were built although none were wanted"
    assert keys[0] == keys[1] == keys[2], "recording events changed the fight"


def _exists(case: Case, rule: str) -> bool:
    return rule.startswith("kernel.") or rule in case.system.rulebook


def ends_by_the_rules(case: Case) -> None:
    """Any legal play comes to a result, and never to a state that no rule brings about."""
    fight = case.start()
    table = case.random_table(fight, recording=False)
    while fight.result is None:
        advance(case.system, fight, table)
        odd = case.system.oddities(fight)
        assert not odd, f"after step {fight.step}: {odd}"
        assert fight.round <= fight.max_rounds + 1, "the fight goes on after its last round"
    assert fight.result in ("heroes", "foes", "none")
    steps = 0
    while not fight.closed:
        advance(case.system, fight, table)
        steps += 1
        assert steps < 1000, "what comes after the fight never ends"


def stirring(case: Case) -> None:
    """No rule keeps a record across a question."""
    logs = []
    for kind in (RandomTable, StirringTable):
        fight = case.start()
        table = case.table(kind, fight)
        run(case.system, fight, table)
        logs.append(_told(table.events))
    _same(logs[0], logs[1], "stirred and unstirred")


def copies(case: Case) -> None:
    """A copy plays like its original and leaves it alone; dumping and loading does the same."""
    fight = case.start()
    table = case.random_table(fight, recording=False)
    system = case.system
    while fight.result is None:
        key = system.key(fight)
        copy = system.copy(fight)
        assert system.key(copy) == key, "a copy has another key"
        dumped = json.loads(json.dumps(system.dump(fight)))
        loaded = system.load(dumped, case.setup)
        assert system.key(loaded) == key, "a loaded fight has another key"
        assert system.dump(loaded) == dumped, "dump and load do not come round"
        twins = []
        for twin in (copy, loaded):
            heroes, gm = case.policies(str(fight.step))
            dice = random.Random(fight.step)
            advance(system, twin, RandomTable(system, twin, dice, heroes, gm))
            twins.append(system.key(twin))
        assert twins[0] == twins[1], f"copy and loaded fight part in step {fight.step + 1}"
        assert system.key(fight) == key, "playing a copy changed the original"
        advance(system, fight, table)


@dataclass(slots=True, frozen=True)
class Offer:
    """An offer that was taken on an open roll."""

    key: Key


class _Capture(RandomTable):
    """Keeps what was answered, to be answered again in play."""

    __slots__ = ("script",)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.script: list[tuple[str, str, str, Any]] = []

    def _take_offers(
        self, who: str, because: Because, offers: Offers, take: Callable[[Key], None]
    ) -> None:
        def noted(key: Key) -> None:
            self.script.append(("offer", rules_of(because)[0], who, Offer(key)))
            take(key)

        super()._take_offers(who, because, offers, noted)

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        key = super().choose(who, options, because=because, offers=offers, take=take)
        self.script.append(("choice", rules_of(because)[0], who, key))
        return key

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        keys = super().choose_together(who, options, because=because, secret=secret)
        for one, key in keys.items():
            self.script.append(("lock-in", rules_of(because)[0], one, key))
        return keys

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        known = self.settled(because, options)
        key = super().rule(because, options, default)
        if known is None:
            self.script.append(("ruling", rules_of(because)[0], "gm", key))
        return key

    def roll(
        self,
        who: str,
        pool: Callable[[], Pool[O] | None],
        *,
        read: Callable[[O], R],
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> R:
        reading = super().roll(who, pool, read=read, because=because, offers=offers, take=take)
        self.script.append(("roll", rules_of(because)[0], who, reading))
        return reading


def replay_is_live(case: Case) -> None:
    """A fight of the random table, answered again in play, is the same fight."""
    setup = case.asking()
    fight = case.system.start(setup)
    table = case.table(_Capture, fight)
    run(case.system, fight, table)
    play = case.play(setup)
    for what, rule, who, given in table.script:
        if play.fight.result is not None:
            break
        question = next(
            (
                q
                for q in play.questions
                if (q.id.rule, q.who) == (rule, who) and what in (q.id.what, "offer")
            ),
            None,
        )
        if question is None:
            continue  # a single option is taken without asking
        if isinstance(given, Offer):
            play.answer(Answer(question.id, given.key, "test"))
        elif what == "roll":
            play.force(given, by="test")
        else:
            play.answer(Answer(question.id, given, "test"))
    assert play.fight.result == fight.result, "play stopped short of the result"
    live = _told(table.events)
    again = _told([e for e in play.events if e.step <= fight.step])
    _same(live, again, "simulated and replayed")
    assert not play.audit(), play.audit()


def random_is_enumerated(case: Case) -> None:
    """A step's enumerated probabilities add up to 1, and random play stays within them."""
    system = case.system
    fight = case.start()
    table = case.random_table(fight, recording=False)
    looked = 0
    while fight.result is None and looked < 8:
        policy = DefaultPolicy()
        exact: dict[Any, Fraction] = {}
        try:
            for chance, after, _ in leaves(
                system,
                fight,
                lambda state, table: advance(system, state, table),
                policy,
                policy,
                budget=3000,
            ):
                key = system.key(after)
                exact[key] = exact.get(key, Fraction(0)) + chance
        except TooManyLeaves:
            exact.clear()
        if exact:
            looked += 1
            assert sum(exact.values()) == 1, "the probabilities do not add up to 1"
            seen: Counter[Any] = Counter()
            dice = random.Random(case.seed)
            trials = 400
            for _ in range(trials):
                state = system.copy(fight)
                advance(system, state, RandomTable(system, state, dice, policy, policy))
                seen[system.key(state)] += 1
            for key, count in seen.items():
                assert key in exact, "random play reached a state that enumeration did not"
                odds = float(exact[key])
                spread = 6 * (trials * odds * (1 - odds)) ** 0.5 + 3
                assert abs(count - trials * odds) <= spread, (count, trials * odds)
        advance(system, fight, table)


# ---- play ----


def _steps(case: Case, play: Play, salt: str = "") -> Iterator[Play]:
    """Plays on by random policies, one answer at a time, at most `case.limit` answers."""
    heroes, gm = case.policies(salt)
    for _ in range(case.limit):
        yield play
        if not play.questions:
            return
        play.nudge(heroes, gm)


def _picture(play: Play) -> Any:
    return (
        play.system.key(play.fight),
        play.fight.step,
        [question.id for question in play.questions],
        [event.dump() for event in play.events],
    )


def undo_at_every_step(case: Case) -> None:
    """Taking back and putting back comes to the same place, from everywhere to everywhere."""
    play = case.play()
    pictures = [_picture(play)]
    for number, _ in enumerate(_steps(case, play)):
        if number:
            pictures.append(_picture(play))
            play.undo(number - 1)
            assert _picture(play) == pictures[-2], f"undo of answer {number}"
            play.redo()
            assert _picture(play) == pictures[-1], f"redo of answer {number}"
    for keep in range(len(play.entries) - 1, -1, -1):
        play.undo(keep)
        assert _picture(play) == pictures[keep], f"back to answer {keep}"
    for number in range(1, len(pictures)):
        play.redo()
        assert _picture(play) == pictures[number], f"forward to answer {number}"


def save_and_load_at_every_step(case: Case) -> None:
    """A saved fight opens where it was and plays on alike."""
    play = case.play()
    for _ in _steps(case, play):
        opened = Play.load(case.system, json.loads(json.dumps(play.dump())))
        assert _picture(opened) == _picture(play), "a loaded fight is not where it was"
        assert not opened.audit(), opened.audit()
        if opened.questions:
            heroes, gm = case.policies("after loading")
            opened.nudge(heroes, gm)
            again = Play.load(case.system, json.loads(json.dumps(opened.dump())))
            assert _picture(again) == _picture(opened), "one answer after loading was lost"


def edits_in_odd_places(case: Case) -> None:
    """The GM's hand at any open question: accepted or refused, and play goes on."""
    play = case.play()
    chance = random.Random(case.seed)
    heroes, gm = case.policies()
    for _ in range(case.limit):
        if not play.questions:
            break
        before = _picture(play)
        edit = _some_edit(play, chance)
        try:
            play.edit(edit)
        except Refused as refused:
            assert refused.why and _picture(play) == before, "a refused edit changed something"
        else:
            case.system.sheets(play.fight)
            case.system.order(play.fight)
            case.system.oddities(play.fight)
            assert _loads(case.system, play), "a fight with an edit does not load"
        if play.questions:
            play.nudge(heroes, gm)
    assert not play.audit(), play.audit()


def reorders_as_offered(case: Case) -> None:
    """The GM may move a slot of the round wherever `order` says so, and nowhere else."""
    play = case.play()
    chance = random.Random(case.seed)
    for _ in _steps(case, play):
        slots = case.system.order(play.fight).slots
        if not play.questions or not slots:
            continue
        ids = [slot.id for slot in slots]
        assert len(set(ids)) == len(ids), f"two slots of the round have one id: {ids}"
        for slot in slots:
            known = set(slot.before) <= {"", *ids} - {slot.id}
            assert known, f"{slot.id} may be moved before what is not there: {slot.before}"
        before = _picture(play)
        slot = chance.choice(slots)
        wrong = _move(slot, chance, [one for one in ("", *ids) if one not in slot.before])
        if wrong is not None:
            try:
                play.edit(wrong)
            except Refused:
                assert _picture(play) == before, "a refused move changed something"
            else:
                raise AssertionError(f"{wrong} was taken, but not offered")
        slot = chance.choice([one for one in slots if one.before] or slots)
        move = _move(slot, chance, slot.before)
        if move is not None:
            play.edit(move)
            told = [event.fields.get("kind") for event in play.events if event.code == "edited"]
            assert told[-1:] == ["reorder"], "a move is not told in the log"
            now = [one.id for one in case.system.order(play.fight).slots]
            if set(now) == set(ids):  # else the slots of now are others, whatever they are called
                _stands_where(slot.id, move.value, now)
            if chance.random() < 0.2:
                assert _loads(case.system, play), "a fight with a move does not load"
            play.undo()
            assert _picture(play)[0] == before[0], "undo does not put the slot back"
    assert not play.audit(), play.audit()


def _move(slot: Slot, chance: random.Random, targets: Sequence[str]) -> Edit | None:
    if not targets:
        return None
    who = chance.choice(slot.who) if slot.who else ""
    return Edit("reorder", who, slot.id, chance.choice(targets) or None)


def _stands_where(slot: str, target: str | None, ids: Sequence[str]) -> None:
    """A slot stands right before the one that it was moved before, or last."""
    after = [*ids[ids.index(slot) + 1 :], None]
    assert after[0] == target, f"{slot} was moved before {target or 'the end'}, but: {ids}"


def _loads(system: System[Any], play: Play) -> bool:
    opened = Play.load(system, json.loads(json.dumps(play.dump())))
    return bool(_picture(opened) == _picture(play))


def _some_edit(play: Play, chance: random.Random) -> Edit:
    sheets = play.system.sheets(play.fight)
    who = chance.choice(list(play.fight.combatants))
    sheet = next((s for s in sheets if s.who == who), None)
    kinds = ["set"] * 5 + ["remove", "return", "hide", "show", "rename", "end-here", "tag"]
    settings = play.system.settings(play.fight)
    kinds += ["scene"] * 4 if settings else []
    match kind := chance.choice([*kinds, "untag", "skip", "nonsense", "note"]):
        case "scene":
            return _some_setting(chance.choice(settings), chance)
        case "set" if sheet is not None and sheet.tracks:
            track = chance.choice(sheet.tracks).name
            return Edit("set", who, track, chance.choice([-5, 0, 1, 3, 900, 10**12, "x", None]))
        case "tag" | "untag" if sheet is not None and sheet.tags:
            return Edit(kind, who, chance.choice(sheet.tags).name)
        case "rename":
            return Edit(kind, who, value=chance.choice(["", "<b>Ann</b>", "é" * 500, "x" * 501]))
        case "note":
            return Edit(kind, who, "candle", chance.choice([3, "lit", None, []]))
    return Edit(kind, who)


def _some_setting(one: Setting, chance: random.Random) -> Edit:
    """The scene as a whole, set to something that is offered, or to nonsense."""
    wrong = [-5, 10**12, "x" * 501, None, "no such thing"]
    fitting: list[int | str] = [*one.choices]
    if one.low < one.high:
        fitting = [one.low, one.high, chance.randint(one.low, one.high)]
    return Edit("set", "", one.name, chance.choice([*(fitting or ["a stair"]) * 3, *wrong]))


def sets_the_scene_as_offered(case: Case) -> None:
    """What `settings` offers of the scene as a whole may be set so at any time, and not past it."""
    play = case.play()
    chance = random.Random(case.seed)
    for _ in _steps(case, play):
        settings = case.system.settings(play.fight)
        if not play.questions or not settings:
            continue
        names = [one.name for one in settings]
        assert len(set(names)) == len(names), f"two settings have one name: {names}"
        one = chance.choice([each for each in settings if each.choices or each.low < each.high])
        before = _picture(play)
        for wrong in ("no such thing", one.low - 1, one.high + 1) if not one.choices else ("-",):
            try:
                play.edit(Edit("set", "", one.name, wrong))
            except Refused as refused:
                assert refused.why and _picture(play) == before, "a refusal changed something"
            else:
                raise AssertionError(f"{one.name} was set to {wrong!r}, but {one} was offered")
        value = chance.choice(one.choices or (one.low, one.high))
        play.edit(Edit("set", "", one.name, value))
        told = [event.fields.get("name") for event in play.events if event.code == "edited"]
        assert told, f"that {one.name} is set is not told in the log"
        assert _loads(case.system, play), f"a fight with {one.name} of {value} does not load"
        play.undo()
        assert _picture(play)[0] == before[0], f"undo does not put {one.name} back"
    assert not play.audit(), play.audit()


def refuses_what_it_should(case: Case) -> None:
    """Stale, foreign and illegal answers change nothing and say why."""
    play = case.play()
    for _ in _steps(case, play):
        if not play.questions:
            break
        question: Question = play.questions[0]
        before = _picture(play)
        stale = question.id._replace(n=question.id.n + 1)
        wrong = [
            Answer(stale, ("x",), "test"),
            Answer(question.id, ("no", "such", "option"), "test"),
            Answer(question.id, (), "test"),
            Answer(question.id, (), "test", (10**6,) * 3, "typed"),
        ]
        for answer in wrong:
            try:
                play.answer(answer)
            except Refused as refused:
                assert refused.kind in ("late", "illegal"), refused.kind
                continue
            raise AssertionError(f"{answer} was taken for {question.id}")
        assert _picture(play) == before, "a refused answer changed something"


def cards_say_what_they_may(case: Case) -> None:
    """A card bears no word that is not among `tags`, where the system names them."""
    known = [Word(plain(tag)) for tag in case.system.tags]
    play = case.play()
    for _ in _steps(case, play):
        for sheet in case.system.sheets(play.fight) if known else ():
            for word in words_on(sheet):
                named = any(one.fits(word) for one in known)
                assert named, f"the card of {sheet.who} says {word!r}, which tags does not name"


# ---- secrets ----


def no_secret_in_views(case: Case) -> None:
    """A hidden combatant is nowhere in what a player's seat gets, nor are veiled numbers."""
    names = ("Zyxwvutsr", "Qponmlkji")
    seen: list[list[str]] = [[], []]
    start = case.start()
    foes = [c.id for c in start.combatants.values() if c.side == "foes"]
    if not foes:  # then there is nobody whom the players may not know of
        return
    hero = next(c.id for c in start.combatants.values() if c.side == "heroes")
    seat = Seat("player", "player", frozenset([hero]))
    for mine, name in zip(seen, names, strict=True):
        roster = [b | {"name": name} if b["id"] == foes[0] else b for b in case.setup.roster]
        play = case.play(replace(case.setup, roster=roster))
        if not play.questions:
            return
        play.edit(Edit("hide", foes[0]))
        for other in foes[1:]:
            play.edit(Edit("reveal", other, value="nothing"))
        started = len(play.events)
        heroes, gm = case.policies()
        for _ in range(case.limit):
            if not play.questions:
                break
            shown = view(case.system, play.fight, seat, play.questions)
            public = seat_events(play.events[started:], seat)
            text = json.dumps([shown, public], ensure_ascii=False)
            assert name not in text, f"the name of a hidden foe is in {text}"
            assert f'"{foes[0]}"' not in text, f"the id of a hidden foe is in {text}"
            mine.append(text)
            play.nudge(heroes, gm)
    _same(seen[0], seen[1], "fights that differ in a hidden name")


def numbers_stay_secret(case: Case) -> None:
    """Two fights that differ in a veiled number alone give a player the same view."""
    start = case.start()
    hero = next(c.id for c in start.combatants.values() if c.side == "heroes")
    foe = next((c.id for c in start.combatants.values() if c.side == "foes"), "")
    if not foe:  # numbers of one's own side are never veiled
        return
    seat = Seat("player", "player", frozenset([hero]))
    tracks = next(s for s in case.system.sheets(start) if s.who == foe).tracks
    for track in tracks:
        looks = []
        # A number that brings somebody down would show in more than itself.
        other = track.value - 1 if track.value - 1 > track.low else track.value + 1
        for value in (track.value, other):
            play = case.play()
            if not play.questions:
                return
            play.edit(Edit("reveal", foe, value="nothing"))
            try:
                play.edit(Edit("set", foe, track.name, value))
            except Refused:
                continue
            shown = view(case.system, play.fight, seat, play.questions)
            last = seat_events(play.events[-1:], seat)
            looks.append(json.dumps([shown, last]))
        assert len(set(looks)) < 2, f"{track.name} of a veiled foe shows: {looks}"


CHECKS: tuple[Callable[[Case], None], ...] = (
    deterministic,
    ends_by_the_rules,
    stirring,
    copies,
    replay_is_live,
    random_is_enumerated,
    undo_at_every_step,
    save_and_load_at_every_step,
    edits_in_odd_places,
    reorders_as_offered,
    sets_the_scene_as_offered,
    refuses_what_it_should,
    cards_say_what_they_may,
    no_secret_in_views,
    numbers_stay_secret,
)
