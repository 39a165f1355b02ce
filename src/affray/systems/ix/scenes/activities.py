"""The activities of downtime, one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.harm import strain, treatment, wounds
from affray.systems.ix.harm.injuries import carried
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.records import Item
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import MEDICINE, SKILL, Check, make
from affray.systems.ix.rolls.general_spends import BREAKTHROUGH, Ware
from affray.systems.ix.state import Fighter, IxFight

KNOWLEDGE = ("lore", "secret-lore", "planar-lore")
"""What research is done by (ix.downtime.research)."""
SOCIAL = ("negotiation", "charm", "lore")
"""What a contact is made by (ix.downtime.contact)."""
SECOND_FACT = "second-fact"
MOST_SILVER = 99_999
MATERIALS, FLAWED, NOTHING = "materials", "flawed", "nothing"
"""What a failure in making something costs: the materials, or it comes out flawed, or nothing."""


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Does the activity that somebody has chosen."""
    _ACTIVITIES[key[0]](fight, table, who, key)


def _check(
    fight: IxFight,
    table: Table,
    who: str,
    skill: str,
    difficulty: str,
    because: Because,
    kind: str = SKILL,
) -> Check:
    """The check of an activity; what it brings besides is settled by whoever calls."""
    found = Check(kind, who, skill=skill, difficulty=trial_dice(difficulty))
    make(fight, table, found, because=because)
    return found


# ---- rest, recover ----


def rest(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Rest and Recovery: no roll; all Strain goes, after incapacitation by Strain too, and Wounds
    equal to Might come back, though not from below 0; Minor injuries clear.

    Implements ix.downtime.rest, ix.downtime.rest-overload, ix.downtime.rest-nights,
    ix.recovery.no-natural-from-negative, ix.critical.minor-clears.
    """
    one = fight.combatants[who]
    because: tuple[str, ...] = ("ix.downtime.rest",)
    if one.overloaded:
        because += ("ix.downtime.rest-overload",)
    one.overloaded = False
    strain.recover(fight, table, who, one.strain, because=because)
    if one.wounds >= 0:
        rules = ("ix.downtime.rest", "ix.downtime.rest-nights")
        wounds.heal(fight, table, who, one.rating("might"), because=rules)
    elif table.recording:
        table.record("no-recovery", "ix.recovery.no-natural-from-negative", who=who)
    treatment.rested(fight, table, who)


def recover(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A Critical Injury a step lower by an Average Medicine check, or cleared by a Hard one.

    A physician makes it or the injured one, without the penalty of treating oneself.

    Implements ix.downtime.recover-step, ix.downtime.recover-clear, ix.downtime.recover-limit,
    ix.downtime.recover-one-check, ix.downtime.recover-self-penalty.
    """
    _, how, physician, number = key
    serial = int(number)
    because: tuple[str, ...] = (f"ix.downtime.recover-{how}", "ix.downtime.recover-one-check")
    if physician == who:
        because += ("ix.downtime.recover-self-penalty",)
    if any(
        not treatment.can_step_down(each, extended_care=True)
        for each in fight.combatants[who].injuries
    ):
        because += ("ix.downtime.recover-limit",)  # one that this cannot touch is left
    difficulty = "average" if how == "step" else "hard"
    found = _check(fight, table, physician, "medicine", difficulty, because, MEDICINE)
    injury = carried(fight.combatants[who], serial)
    may = injury is not None and treatment.can_step_down(injury, extended_care=True)
    if found.succeeded and may and how == "step":
        treatment.step_down(fight, table, who, serial, because=because, extended_care=True)
    elif found.succeeded and may:
        treatment.remove(fight, table, who, serial, because=because)
    elif table.recording:
        table.record("no-better", because, who=who)
    spend.settle(fight, table)


# ---- training, research, contacts, languages ----


def train(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One skill whose next purchase costs less. Implements ix.downtime.training."""
    one = fight.combatants[who]
    if key[1] not in one.discounts:
        one.discounts += (key[1],)
    if table.recording:
        discount = fight.numbers.training_discount
        table.record("trained", "ix.downtime.training", who=who, skill=key[1], discount=discount)


def price_of(fight: IxFight, one: Fighter, skill: str, xp: int) -> int:
    """What the next purchase in a skill costs somebody that costs `xp` else.

    Implements ix.downtime.training.
    """
    if skill not in one.discounts:
        return xp
    least = min(fight.numbers.training_minimum, xp)
    return max(xp - fight.numbers.training_discount, least)


def research(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A fact on a success, one more by a Breakthrough, which brings its own on a failure too.

    Implements ix.downtime.research, ix.downtime.research-failed-breakthrough.
    """
    because = ("ix.downtime.research",)
    found = _check(fight, table, who, key[1], "average", because)
    topic = key[2] or skills_in_words(key[1])
    if found.succeeded:
        _learn(fight, table, who, topic, because)

    def wares() -> list[Ware]:
        special = spend.breakthroughs(found)
        return [Ware(SECOND_FACT, 1, 1, BREAKTHROUGH, once=True)] if special else []

    def buy(entry: str, detail: str, coin: str) -> None:
        rules: tuple[str, ...] = because
        if not found.succeeded:
            rules += ("ix.downtime.research-failed-breakthrough",)
        _learn(fight, table, who, topic, rules)

    spend.settle(fight, table, spend.Lists(wares, buy))


def _learn(fight: IxFight, table: Table, who: str, topic: str, because: tuple[str, ...]) -> None:
    one = fight.combatants[who]
    one.facts += (topic,)
    if table.recording:
        table.record("fact", because, who=who, topic=topic)


def skills_in_words(skill: str) -> str:
    return skill.replace("-", " ").capitalize()


def contact(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One named person, by a Hard check. Implements ix.downtime.contact."""
    because = ("ix.downtime.contact",)
    found = _check(fight, table, who, key[1], "hard", because)
    name = key[2] or "somebody"
    if found.succeeded:
        one = fight.combatants[who]
        if name not in one.contacts:
            one.contacts += (name,)
    if table.recording:
        table.record("contact", because, who=who, name=name, won=found.succeeded)
    spend.settle(fight, table)


def language(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A language of the gap: Average if it is related to one that is known, else Hard. Of one that
    is only named the GM says it.

    Implements ix.downtime.language.
    """
    because = ("ix.downtime.language",)
    one = fight.combatants[who]
    name = key[1] or "another tongue"
    if key[0] == "language":
        difficulty = "average" if is_related(fight, one, name) else "hard"
    else:
        ruled = table.rule(
            "ix.pool.identify",
            lambda: [("pair", "intellect", how) for how in ("average", "hard")],
            lambda: ("pair", "intellect", "hard"),
        )
        difficulty = ruled[2]
    found = _check(fight, table, who, "lore", difficulty, because)
    one = fight.combatants[who]
    if found.succeeded and name not in one.languages:
        one.languages += (name,)
    if table.recording:
        table.record("language", because, who=who, name=name, won=found.succeeded)
    spend.settle(fight, table)


def is_related(fight: IxFight, one: Fighter, name: str) -> bool:
    """Whether a language of this gap is related to one that somebody knows."""
    assert fight.gap is not None
    related = dict(fight.gap.languages).get(name, "").split(",")
    return any(known in related for known in one.languages)


# ---- work ----


def income(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A week's pay for each week without a check; an Average check with a skill of the career can
    better it, by what the GM says.

    Implements ix.downtime.income, ix.downtime.income-check.
    """
    assert fight.gap is not None
    weeks = fight.gap.weeks
    amount = (fight.combatants[who].pay or fight.numbers.income_baseline) * weeks
    rules: tuple[str, ...] = ("ix.downtime.income",)
    if len(key) > 1:
        rules += ("ix.downtime.income-check",)
        found = _check(fight, table, who, key[1], "average", rules[::-1])
        if found.succeeded:
            amount += _more(fight, table, found, weeks)
    _pay(fight, table, who, amount, rules)
    if len(key) > 1:
        spend.settle(fight, table)


def _more(fight: IxFight, table: Table, found: Check, weeks: int) -> int:
    assert found.net is not None
    more = fight.numbers.income_per_success * found.net.success * weeks
    key = table.rule(
        "ix.downtime.income-check",
        lambda: [("more", Number(0, MOST_SILVER))],
        lambda: ("more", str(min(more, MOST_SILVER))),
    )
    return int(key[1])


def _pay(fight: IxFight, table: Table, who: str, amount: int, because: Because) -> None:
    """Silver comes into a purse, or goes out of it."""
    one = fight.combatants[who]
    before = one.purse
    one.purse = max(before + amount, 0)
    if table.recording and one.purse != before:
        table.record("purse", because, who=who, amount=one.purse - before, now=one.purse)


def make_listed(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Something that the gap offers to be made."""
    assert fight.gap is not None
    found = next((each for each in fight.gap.crafts if each[0] == key[1]), None)
    if found is not None:
        _craft(fight, table, who, found[2], found[1], found[0])


def make_named(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Something of somebody's own, whose price is said with it."""
    _craft(fight, table, who, key[1], int(key[2]), key[3] or "something new")


def _craft(fight: IxFight, table: Table, who: str, skill: str, price: int, name: str) -> None:
    """The GM sets materials and check, and what a failure costs.

    Implements ix.downtime.crafting.
    """
    rule = "ix.downtime.crafting"
    ruled = table.rule(
        rule,
        lambda: _crafting(fight, who),
        lambda: ("craft", "average", str(min(price // 2, fight.combatants[who].purse)), MATERIALS),
    )
    _, difficulty, materials, failure = ruled
    _pay(fight, table, who, -int(materials), rule)
    found = _check(fight, table, who, skill, difficulty, rule)
    outcome = "made" if found.succeeded else failure
    if outcome == NOTHING:
        _pay(fight, table, who, int(materials), rule)
    elif outcome != MATERIALS:
        _add(fight, who, name if found.succeeded else f"Flawed: {name}")
    if table.recording:
        table.record("crafted", rule, who=who, item=name, outcome=outcome)
    spend.settle(fight, table)


def _crafting(fight: IxFight, who: str) -> list[Option]:
    purse = fight.combatants[who].purse
    return [
        ("craft", difficulty, Number(0, purse), failure)
        for difficulty in rows("difficulty")
        for failure in (MATERIALS, FLAWED, NOTHING)
    ]


def _add(fight: IxFight, who: str, name: str) -> None:
    """Somebody has one thing more, with an id of its own."""
    one = fight.combatants[who]
    taken = {item.id for item in one.items} | {weapon.id for weapon in one.weapons}
    number = 1
    while f"made-{number}" in taken:
        number += 1
    one.items += (Item(f"made-{number}", name),)


Activity = Callable[[IxFight, Table, str, Key], None]

_ACTIVITIES: Mapping[str, Activity] = {
    "rest": rest,
    "recover": recover,
    "training": train,
    "research": research,
    "contact": contact,
    "language": language,
    "language-named": language,
    "income": income,
    "make": make_listed,
    "craft": make_named,
}
