"""What the tests of ix share: small blocks, and a bout that follows a script.

    bout = Bout(hero("ann"), elite("brute", wound_points=10))
    bout.turn_of("ann")
    table = bout.do(("attack", "long-blade", "brute"), rolls=["2 successes"])
    assert bout["brute"].wounds == 10 - (6 + 1 - bout.resistance("brute"))
    assert table.cited("ix.damage.net-success")

Rolls are scripted by what is left after cancelling: "2 successes 1 boon", "1 failure 2 banes",
"1 success 1 breakthrough", "nothing"; a d100 by its number. A Breakthrough's own Success is written
out. What a pool cannot show is refused. Spends that the script does not name buy nothing, the GM's
forms take their defaults, and single answers are given without being asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from affray.dice import Pool
from affray.kernel.keys import Key, is_offered
from affray.kernel.question import Because, Edit, rules_of
from affray.kernel.rulebook import HouseRules
from affray.kernel.running import advance
from affray.kernel.system import Setup
from affray.kernel.table import EndHere, O, Offers, Options, R
from affray.registry import system
from affray.systems.ix import content
from affray.systems.ix.dice import Net
from affray.systems.ix.harm import condition, critical, damage, strain, wounds
from affray.systems.ix.ledger import rulebook
from affray.systems.ix.rolls import check
from affray.systems.ix.rolls import spend as spends
from affray.tables.replay import apply_edit
from affray.testing.script import OffScript, ScriptedTable

IX = system("ix")
NO_SPENDS: Key = ("spend", "", "")
SPENDS = "ix.spend.roller-chooses"
GM_FORM = "ix.spend.banes-by-gm"
PICK = ("ix.initiative.players-choose", "ix.initiative.gm-chooses")

_AXES = {
    "success": ("success", 1),
    "successes": ("success", 1),
    "failure": ("success", -1),
    "failures": ("success", -1),
    "boon": ("boon", 1),
    "boons": ("boon", 1),
    "bane": ("boon", -1),
    "banes": ("boon", -1),
    "breakthrough": ("breakthrough", 1),
    "breakthroughs": ("breakthrough", 1),
    "calamity": ("calamity", 1),
    "calamities": ("calamity", 1),
}


def net(text: str) -> Net:
    """Net symbols in words: "2 successes 1 boon", "1 failure 3 banes", "nothing"."""
    found = dict.fromkeys(Net._fields, 0)
    if text != "nothing":
        words = text.split()
        for number, word in zip(words[::2], words[1::2], strict=True):
            axis, sign = _AXES[word]
            found[axis] += sign * int(number)
    return Net(**found)


# ---- blocks ----


def _complete(kind: str, name: str, block: Mapping[str, Any]) -> dict[str, Any]:
    side = "foes" if kind == "foe" else "heroes"
    written = {key.replace("_", "-"): value for key, value in block.items()}
    whole = content.check_block(kind, {"name": name.title(), **written}, HouseRules(rulebook()))
    return {**whole, "id": name, "side": side, "kind": kind}


_RATINGS = ("might", "agility", "intellect", "savvy", "willpower", "presence")


def _ratings(fields: dict[str, Any]) -> dict[str, Any]:
    given = {name: fields.pop(name) for name in _RATINGS if name in fields}
    return {"characteristics": {**fields.pop("characteristics", {}), **given}, **fields}


def hero(name: str, **fields: Any) -> dict[str, Any]:
    """A human with 2 in every Characteristic: 12 Wound and 12 Strain Points, Resistance 1, Light
    Melee 2 and a long blade (damage 6, Crit 3) in hand.

    Keywords: Characteristics (`might=3`), `skills`, `weapons`, `armour`, `talents`, `spells`,
    `wounds`, `strain`, `injuries` and whatever else a block may say.
    """
    block = {"skills": {"light-melee": 2}, "weapons": ["long-blade"], **_ratings(fields)}
    return _complete("hero", name, block)


def npc(kind: str, name: str, rank: str, **fields: Any) -> dict[str, Any]:
    block = {
        "npc": rank,
        "wound-points": 10,
        "resistance": 1,
        "weapons": ["long-blade"],
        **_ratings(fields),
    }
    return _complete(kind, name, block)


def elite(name: str, **fields: Any) -> dict[str, Any]:
    """An Elite foe: 2 in every Characteristic, 10 Wound Points, Resistance 1, a long blade."""
    return npc("foe", name, "elite", **fields)


foe = elite


def nemesis(name: str, **fields: Any) -> dict[str, Any]:
    """A Nemesis: as an Elite, with 10 Strain Points."""
    return npc("foe", name, "nemesis", **{"strain_points": 10, **fields})


def minions(name: str, members: int = 3, **fields: Any) -> dict[str, Any]:
    """A minion group, 4 Wounds a member, with Light Melee as its group skill."""
    given = {"wound_points": 4, "group_skills": ["light-melee"], **fields}
    return npc("foe", name, "minion", members=members, **given)


def ally(name: str, **fields: Any) -> dict[str, Any]:
    """An Elite on the heroes' side."""
    return npc("ally", name, fields.pop("rank", "elite"), **fields)


# ---- the table ----


class IxTable(ScriptedTable):
    """As `ScriptedTable`, with rolls in words; `prefer` takes the next slot if it may."""

    def __init__(
        self, fight: Any, *, rolls: Sequence[str | int] = (), prefer: str = "", **script: Any
    ) -> None:
        super().__init__(IX, fight, readings=rolls, **script)
        self.prefer = prefer
        self.rolled: list[tuple[str, str, str]] = []
        """Every roll, in order: by whom, for which rule, with which dice."""

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        self._take_offers(offers, take)
        listed = list(options())
        rule = rules_of(because)[0]
        if self.prefer and rule in PICK:
            pick = self._pick(listed)
            if pick is not None:
                self.asked.append((rule, who, listed))
                return pick
        if listed and listed[0][0] == "spend":
            wanted = self.choices[0] if self.choices else ()
            if not is_offered(listed, wanted):
                if wanted[:1] == ("spend",):
                    raise OffScript(f"{wanted} is not offered to {who}: {listed}")
                self.asked.append((rule, who, listed))
                return NO_SPENDS
            self.asked.append((rule, who, listed))
            return self.choices.pop(0)
        return super().choose(who, lambda: listed, because=because)

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        if self.prefer and rules_of(because)[0] in PICK:
            pick = self._pick(list(options()))
            if pick is not None:
                return pick
        return super().rule(because, options, default)

    def _pick(self, listed: Sequence[Any]) -> Key | None:
        return next((tuple(map(str, one)) for one in listed if self.prefer in one), None)

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
        self._take_offers(offers, take)
        dice = pool()
        if dice is None:
            raise EndHere(because, who)
        rule = rules_of(because)[0]
        self.asked.append((rule, who, str(dice)))
        self.pools.append(dice)
        self.rolled.append((who, rule, str(dice)))
        if not self.readings:
            raise OffScript(f"{who} rolls {dice} ({rule}), and the script has no roll left")
        given = self.readings.pop(0)
        outcome: Any = net(given) if isinstance(given, str) else given
        if outcome not in [value for value, _ in dice.readings().items()]:
            raise OffScript(f"{dice} of {who} ({rule}) cannot show {given!r}")
        reading = read(outcome)
        self.record("rolled", because, who=who, pool=str(dice), reading=reading)
        return reading


class Auto(IxTable):
    """Rolls initiative as it is told and lets everybody but `prefer` end the turn at once."""

    def __init__(self, fight: Any, initiative: Mapping[str, str], **script: Any) -> None:
        super().__init__(fight, **script)
        self.initiative = initiative

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        listed = list(options())
        if ("end",) in listed and who != self.prefer:
            self.asked.append((rules_of(because)[0], who, listed))
            return ("end",)
        if not self.choices and listed and listed[0][0] == "go" and self._pick(listed) is None:
            return tuple(map(str, listed[0]))
        return super().choose(who, options, because=because, offers=offers, take=take)

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
        if rules_of(because)[0].startswith("ix.initiative."):
            side = self.fight[who].side
            told = self.initiative.get(who, "1 success" if side == "heroes" else "nothing")
            self.readings.insert(0, told)
        return super().roll(who, pool, read=read, because=because, offers=offers, take=take)


# ---- the bout ----


class Bout:
    """A fight of ix from blocks, scene facts and house rules, led by scripts.

    Everybody stands at one place and is Engaged unless the scene says otherwise (`at`, `engaged`).
    Initiative is rolled at once: 1 Success for the heroes, none for the foes, or as `initiative`
    says; the next step is the first pick of a slot. `start=False` leaves that to the test, and
    `rolls` are for fear checks at the start.
    """

    def __init__(
        self,
        *blocks: dict[str, Any],
        scene: Mapping[str, Any] | None = None,
        house: Mapping[str, Any] | None = None,
        initiative: Mapping[str, str] | None = None,
        rolls: Sequence[str | int] = (),
        start: bool = True,
        max_rounds: int = 100,
    ) -> None:
        said = {"at": {block["id"]: 0 for block in blocks}, **(scene or {})}
        if "engaged" not in said:
            said["engaged"] = [
                [a["id"], b["id"]]
                for a in blocks
                for b in blocks
                if (a["side"], b["side"]) == ("heroes", "foes")
                and said["at"][a["id"]] == said["at"][b["id"]]
            ]
        self.setup = Setup("ix", "bout", list(blocks), said, dict(house or {}), max_rounds)
        self.initiative = dict(initiative or {})
        self.fight: Any = IX.start(self.setup)
        self.last: IxTable | None = None
        if start:
            self.begin(rolls=rolls)

    def __getitem__(self, who: str) -> Any:
        return self.fight[who]

    def resistance(self, who: str) -> int:
        return damage.resistance(self.fight, self.fight[who])

    def begin(self, **script: Any) -> IxTable:
        """Runs the steps up to the first pick of a slot."""
        table = self.last = Auto(self.fight, self.initiative, **script)
        for _ in range(200):
            if self.fight.stage == "slot" and not self.fight.fears:
                return table
            advance(IX, self.fight, table)
        raise AssertionError(f"no slot comes up, the stage is {self.fight.stage}")

    def turn_of(self, who: str, **script: Any) -> IxTable:
        """Runs the steps until it is the turn of `who`; the others end theirs at once."""
        table = self.last = Auto(self.fight, self.initiative, prefer=who, **script)
        for _ in range(500):
            if self.fight.turn and self.fight.acting == who and self.fight.stage == "turn":
                return table
            advance(IX, self.fight, table)
            assert self.fight.result is None, "the fight is over before that turn"
        raise AssertionError(f"the turn of {who} does not come")

    def end_turn(self) -> IxTable:
        """Ends the turn that runs."""
        turn = self.fight.acting
        table = self.last = IxTable(self.fight, choices=[("end",)])
        for _ in range(10):
            advance(IX, self.fight, table)
            if not self.fight.turn or self.fight.acting != turn:
                return table
        raise AssertionError(f"the turn of {turn} does not end")

    def next_round(self, **script: Any) -> IxTable:
        """Runs the steps to the first pick of the next round; everybody ends the turn at once."""
        table = self.last = Auto(self.fight, self.initiative, **script)
        before = self.fight.round
        for _ in range(500):
            if self.fight.round > before and self.fight.stage == "slot":
                return table
            advance(IX, self.fight, table)
            assert self.fight.result is None, "the fight is over before the next round"
        raise AssertionError("no next round comes")

    def step(self, *choices: Sequence[str], **script: Any) -> IxTable:
        """Runs exactly one step under a script (choices, rolls=, rulings=)."""
        table = self.last = IxTable(self.fight, choices=choices, **script)
        advance(IX, self.fight, table)
        return table

    def do(self, *choices: Sequence[str], **script: Any) -> IxTable:
        """Runs step after step until the script is used up; returns the table with its events."""
        table = self.last = IxTable(self.fight, choices=choices, **script)
        steps = 0
        while (table.choices or table.readings) and self.fight.result is None:
            steps += 1
            left = f"{table.choices} {table.readings}"
            assert steps <= 50, f"the script is not used up: {left}"
            advance(IX, self.fight, table)
        return table

    def options(self) -> list[Any]:
        """What whoever acts may choose now. The fight stays as it is."""
        fight = IX.copy(self.fight)
        table = IxTable(fight)
        try:
            advance(IX, fight, table)
        except OffScript:
            return list(table.asked[-1][2])
        raise AssertionError("nobody is asked")

    def offers(self, *choice: str) -> bool:
        """Whether whoever acts may choose this now; places may be left out at the end."""
        return any(tuple(map(str, option))[: len(choice)] == choice for option in self.options())

    def codes(self) -> list[str]:
        assert self.last is not None
        return self.last.codes()


def citing(table: ScriptedTable, rule: str) -> list[Any]:
    """The events that cite the rule, in order."""
    return [event for event in table.events if rule in event.rules]


def coded(table: ScriptedTable, code: str) -> list[Any]:
    """The events of that code, in order."""
    return [event for event in table.events if event.code == code]


def dice_of(table: ScriptedTable, number: int = -1) -> dict[str, int]:
    """The dice of a roll (the last one), by kind."""
    return {kind["die"]: kind["count"] for kind in table.pools[number].describe()}


def wares(table: ScriptedTable, rule: str = SPENDS) -> dict[str, tuple[int, int]]:
    """What could be bought at the last spends question: word to (price, most)."""
    found: dict[str, tuple[int, int]] = {}
    for option in table.options_of(rule):
        for place in option:
            for word, price, most in getattr(place, "wares", ()):
                found[word] = (price, most)
    return found


def gm(bout: Bout, kind: str, who: str = "", name: str = "", value: Any = None) -> ScriptedTable:
    """The GM's own hand on the fight, between two steps."""
    table = IxTable(bout.fight)
    apply_edit(IX, bout.fight, Edit(kind, who, name, value), table)
    return table


def spend(boons: str = "", breakthroughs: str = "") -> Key:
    """The roller's spends."""
    return ("spend", boons, breakthroughs)


def complications(banes: str = "", calamities: str = "", text: str = "") -> dict[str, Key]:
    """The GM's form after a roll, for `rulings=`."""
    return {GM_FORM: ("spend", banes, calamities, text)}


def suffer(bout: Bout, who: str, amount: int, **script: Any) -> IxTable:
    """Somebody suffers Wounds, from nothing that attacks unless `attack` and `by` say so."""
    how = {name: script.pop(name) for name in ("attack", "by") if name in script}
    table = bout.last = IxTable(bout.fight, **script)
    wounds.suffer(bout.fight, table, who, amount, because="ix.damage.wording", **how)
    return table


def heal(bout: Bout, who: str, amount: int) -> IxTable:
    """Somebody gets Wounds back."""
    table = bout.last = IxTable(bout.fight)
    wounds.heal(bout.fight, table, who, amount, because="ix.healing.medicine")
    return table


def tire(bout: Bout, who: str, amount: int, **script: Any) -> IxTable:
    """Somebody suffers Strain; `voluntary`, `attack` and `by` as the rules take them."""
    how = {name: script.pop(name) for name in ("attack", "by", "voluntary") if name in script}
    table = bout.last = IxTable(bout.fight, **script)
    strain.suffer(bout.fight, table, who, amount, because="ix.damage.wording", **how)
    return table


def injure(bout: Bout, who: str, *rolls: int, **script: Any) -> IxTable:
    """Somebody takes a Critical Injury; the d100 shows the first of `rolls`.

    `by` is the attacker, `weapon` its weapon, `bonus` what is added.
    """
    how = {name: script.pop(name) for name in ("by", "weapon", "bonus") if name in script}
    table = bout.last = IxTable(bout.fight, rolls=rolls, **script)
    critical.inflict(bout.fight, table, who, because="ix.critical.roll", **how)
    return table


def afflict(bout: Bout, who: str, condition_id: str, **how: Any) -> IxTable:
    """Somebody gets a condition (`turns`, `ends`)."""
    table = bout.last = IxTable(bout.fight)
    because = "ix.condition.default-duration"
    condition.give(bout.fight, table, who, condition_id, because=because, **how)
    return table


def rows_carried(bout: Bout, who: str) -> list[str]:
    """The rows of the injuries that somebody carries, in order of taking."""
    return [injury.row for injury in bout[who].injuries]


def afterwards(bout: Bout, *choices: Sequence[str], **script: Any) -> IxTable:
    """Runs the steps after the fight until the script is used up (one at least)."""
    table = bout.last = IxTable(bout.fight, choices=choices, **script)
    for _ in range(50):
        advance(IX, bout.fight, table)
        if not table.choices and not table.readings:
            return table
    raise AssertionError(f"the script is not used up: {table.choices} {table.readings}")


def asked_now(bout: Bout) -> list[tuple[str, ...]]:
    """The keys that stand open at the next question, the fight being left as it is."""
    return [tuple(map(str, option)) for option in bout.options()]


def to_rest(bout: Bout, **script: Any) -> IxTable:
    """Ends the fight's aftermath: runs the steps until those who are left can rest."""
    table = bout.last = IxTable(bout.fight, **script)
    for _ in range(50):
        if bout.fight.stage == "rest":
            return table
        advance(IX, bout.fight, table)
    raise AssertionError(f"no rest comes, the stage is {bout.fight.stage}")


# ---- one check by itself ----


class Watching(IxTable):
    """Keeps which offers stood beside each question or roll: (whose, key in words)."""

    def __init__(self, fight: Any, **script: Any) -> None:
        super().__init__(fight, **script)
        self.offered: list[list[tuple[str, str]]] = []

    def _take_offers(self, offers: Offers | None, take: Callable[[Key], None] | None) -> None:
        listed = offers() if offers is not None else ()
        self.offered.append([(who, "/".join(map(str, option))) for who, option in listed])
        super()._take_offers(offers, take)


def watched(bout: Bout, *choices: Sequence[str], **script: Any) -> Watching:
    """Runs one step under a script and keeps what was offered."""
    table = Watching(bout.fight, choices=choices, **script)
    bout.last = table
    advance(IX, bout.fight, table)
    return table


def make_check(
    bout: Bout, who: str, left: str, *choices: Sequence[str], **how: Any
) -> tuple[check.Check, Watching]:
    """Somebody rolls a check that leaves `left`: Athletics, Average, unless the keywords say so.

    Keywords are those of a `Check`; besides `dice` (a function of the pool), `read`, `rulings`, and
    `lists` for a check whose spends are bought (without it nothing is bought).
    """
    dice, read = how.pop("dice", None), how.pop("read", check.no_margin)
    lists, rulings = how.pop("lists", None), how.pop("rulings", None)
    if not {"skill", "characteristic", "second"} & how.keys():
        how["skill"] = "athletics"
    one = check.Check(how.pop("kind", check.SKILL), who, **{"difficulty": 2, **how})
    table = Watching(bout.fight, rolls=[left], choices=choices, rulings=rulings)
    bout.last = table
    check.make(bout.fight, table, one, dice, because="ix.check.sequence", read=read)
    if lists is not None:
        spends.settle(bout.fight, table, lists)
    check.close(bout.fight)
    assert not table.choices, f"nobody was asked for {table.choices}"
    return one, table
