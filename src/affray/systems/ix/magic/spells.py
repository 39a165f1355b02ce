"""What a spell does when it works, and what its Boons buy.

A spell's row says what it does (`Spell.says`). One that harms counts as an attack, so its Boons may
be spent on the attack list too; for that list it is dressed up as a weapon.
"""

from __future__ import annotations

from functools import lru_cache

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.fight import attack_spends, quality
from affray.systems.ix.fight.attack import Blow
from affray.systems.ix.harm import (
    condition,
    damage,
    fear,
    incapacitation,
    injuries,
    strain,
    treatment,
    wounds,
)
from affray.systems.ix.hazards import hazard
from affray.systems.ix.records import Spell, Weapon
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.rolls.general_spends import BOON, Ware
from affray.systems.ix.state import IxFight

NEVER = 99
"""The Crit rating of a spell that lists none: no Boons reach it."""
BURN, FURTHER, LONGER, STEP = "spell-burn", "spell-further", "spell-longer", "spell-step-down"
ANSWERED, ENDED, NOTHING_TO_DO = "answer", "cure", "nothing"


def number(spell: Spell, what: str) -> int:
    """A number that the row of a spell says, 0 if it does not."""
    found = spell.says.get(what)
    return found if isinstance(found, int) else 0


def is_healing(spell: Spell) -> bool:
    """Whether a spell gives Wounds or Strain back. Implements ix.healing.spells."""
    return any(number(spell, what) for what in ("wounds", "later_wounds", "strain_restored"))


# ---- what a spell does ----


def works(
    fight: IxFight, table: Table, who: str, spell: Spell, target: str, helped: list[str]
) -> None:
    """A spell that succeeded does what its row says, to its target or to all whom it helps.

    Implements ix.magic.success, ix.magic.conditions.
    """
    if target and number(spell, "damage"):
        _damage(fight, table, who, spell, target)
    if target and number(spell, "strain"):
        amount = _grown(fight, spell, "strain")
        because = ("ix.magic.spell-list", "ix.magic.criticals")
        strain.suffer(fight, table, target, amount, because=because, by=who, attack=True)
    if target and spell.says.get("condition") and fight.result is None:
        _afflict(fight, table, who, spell, target)
    if is_healing(spell):
        for each in helped:
            _heal(fight, table, who, spell, each)
    if spell.says.get("stabilizes"):
        for each in helped:
            if fight.combatants[each].wounds <= 0:
                incapacitation.stabilized(fight, table, each, because="ix.magic.answers-injury")
    if fight.result is None and (spell.says.get("ends_conditions") or _severity(spell)):
        _mend(fight, table, who, spell, helped)


def _damage(fight: IxFight, table: Table, who: str, spell: Spell, target: str) -> None:
    """Damage, 1 more for each net Success after the first, less Resistance.

    Implements ix.magic.damage, ix.magic.damage-net-success.
    """
    check = fight.check
    assert check is not None
    amount = _grown(fight, spell, "damage")
    ignored = NEVER * NEVER if spell.says.get("bypasses_resistance") else 0
    check.damage = amount
    check.wounds += damage.deal(
        fight,
        table,
        target,
        amount,
        by=who,
        ignore=ignored,
        spell=spell.id,
        because=("ix.magic.damage", "ix.magic.damage-net-success"),
    )


def _grown(fight: IxFight, spell: Spell, what: str) -> int:
    """A number of the row, and as much more for each net Success after the first as it says."""
    check = fight.check
    successes = check.net.success if check is not None and check.net is not None else 1
    return number(spell, what) + number(spell, f"{what}_per_extra_success") * (successes - 1)


def _afflict(fight: IxFight, table: Table, who: str, spell: Spell, target: str) -> None:
    """Implements ix.magic.conditions."""
    named = str(spell.says["condition"])
    because = ("ix.magic.conditions", "ix.magic.spell-list")
    condition.give(fight, table, target, named, source=who, because=because)


def _heal(fight: IxFight, table: Table, who: str, spell: Spell, target: str) -> None:
    """Wounds at once, and for some spells at the start of later turns; Strain for others.

    Implements ix.magic.heal-amount, ix.healing.spells, ix.healing.spells-once,
    ix.healing.negative, ix.healing.spell-and-medicine, ix.healing.spell-strain-once.
    """
    other = fight.combatants[target]
    because: tuple[str, ...] = ("ix.magic.heal-amount", "ix.healing.spells")
    because += ("ix.healing.spells-once",)
    if other.treated:
        because += ("ix.healing.spell-and-medicine",)
    other.spells_had += (spell.id,)
    later, most = number(spell, "later_wounds"), number(spell, "later_turns_max")
    check = fight.check
    if later and check is not None and check.net is not None:
        turns = min(check.net.success, most)
        other.mends += ((turns, later),)
        if table.recording:
            table.record("mending", because, who=target, by=who, turns=turns, wounds=later)
    wounds.heal(fight, table, target, _grown(fight, spell, "wounds"), because=because)
    restored = number(spell, "strain_restored")
    rules = ("ix.healing.spell-strain-once", "ix.healing.spells")
    strain.recover(fight, table, target, restored, because=rules)


# ---- injuries and conditions that a spell ends ----


def _mend(fight: IxFight, table: Table, who: str, spell: Spell, helped: list[str]) -> None:
    """One condition or one injury of those helped, chosen by the caster if there are several.

    Implements ix.magic.answers-injury, ix.critical.divine-healing.
    """

    def choices() -> list[Option]:
        return mendable(fight, spell, helped)

    found = choices()
    if not found:
        return
    if not spell.says.get("ends_conditions"):
        key = table.choose(
            who, lambda: [*choices(), (NOTHING_TO_DO,)], because="ix.magic.answers-injury"
        )
    elif len(found) == 1:
        key = _plain(found[0])
    else:
        key = table.choose(who, choices, because="ix.magic.answers-injury")
    _mend_one(fight, table, key)


def _plain(option: Option) -> Key:
    return tuple(str(place) for place in option)


def mendable(fight: IxFight, spell: Spell, helped: list[str]) -> list[Option]:
    """What a spell could end or answer: ("cure", who, condition), ("answer", who, serial)."""
    found: list[Option] = []
    severity = _severity(spell)
    for each in helped:
        one = fight.combatants[each]
        for named in _ended_by(spell):
            if one.burns if named == "burn" else one.has(named):
                found.append((ENDED, each, named))
        if severity:
            serials = treatment.answerable(fight, each, severity)
            found += [(ANSWERED, each, str(serial)) for serial in serials]
    return found


def _ended_by(spell: Spell) -> tuple[str, ...]:
    named = spell.says.get("ends_conditions") or ()
    assert isinstance(named, (tuple, list))
    return tuple(str(each) for each in named)


def _severity(spell: Spell) -> str:
    named = str(spell.says.get("answers_injury") or "none")
    return "" if named == "none" else named


def _mend_one(fight: IxFight, table: Table, key: Key) -> None:
    if key[0] == NOTHING_TO_DO:
        return
    because = ("ix.magic.answers-injury", "ix.critical.divine-healing")
    what, who, named = key
    if what == ANSWERED:
        treatment.answer_by_magic(fight, table, who, int(named), because=because)
    elif named == "burn":
        because = ("ix.quality.burn", "ix.magic.conditions")
        hazard.put_out(fight, table, who, because, of=hazard.BURNS)
    elif named == "frightened":
        fear.calm(fight, table, who, "ix.fear.ends")
    else:
        condition.lift(fight, table, who, named, because="ix.magic.conditions")


# ---- what its Boons buy ----


def settle(fight: IxFight, table: Table, check: Check, spell: Spell) -> None:
    """The spell's own row and the general list; the attack list too for one that harms.

    Implements ix.magic.success, ix.magic.criticals.
    """
    blow = None
    if spell.says.get("harms") and check.target:
        blow = Blow(check.who, check.target, dressed_up(spell), check)

    def wares() -> list[Ware]:
        found = own_wares(fight, check, spell)
        return found + (attack_spends.wares(fight, blow) if blow is not None else [])

    def buy(entry: str, detail: str, coin: str) -> None:
        if entry in (BURN, FURTHER, LONGER, STEP):
            buy_own(fight, table, check, spell, entry, detail)
        elif blow is not None:
            attack_spends.buy(fight, table, blow, entry, detail, coin)

    lists = spend.Lists(wares, buy)
    because = ("ix.magic.success", *spend.ROLLER) if blow is None else attack_spends.ROLLER
    spend.roller(fight, table, lists, because=because)
    if blow is not None and fight.result is None:
        attack_spends.injure(fight, table, blow)
    if fight.result is None:
        fight.check = check
        spend.gm(fight, table, lists)


@lru_cache(maxsize=64)
def _dressed_up(spell_id: str, name: str, amount: int, crit: int, reach: int) -> Weapon:
    return Weapon(spell_id, name, "", amount, crit, reach, "", natural=True)


def dressed_up(spell: Spell) -> Weapon:
    """A spell as the weapon of an attack. Without a Crit rating no Boons buy an injury.

    Implements ix.magic.criticals.
    """
    crit = number(spell, "crit") or NEVER
    return _dressed_up(spell.id, spell.name, number(spell, "damage"), crit, spell.reach)


def own_wares(fight: IxFight, check: Check, spell: Spell) -> list[Ware]:
    """What the Boons of a spell that works buy by its own row. Implements ix.magic.success."""
    boons = spend.boons(check)
    if not check.succeeded or not boons:
        return []
    found: list[Ware] = []

    def entry(word: str, price: int, most: int, *details: str) -> None:
        if price and boons >= price:
            found.extend(
                Ware(f"{word}:{detail}" if detail else word, price, most, BOON)
                for detail in details
            )

    target = fight.combatants.get(check.target)
    if target is not None and target.is_here:
        once = fight.numbers.buys_per_entry
        entry(BURN, number(spell, "burn_boons"), once, "")
        entry(LONGER, number(spell, "longer_for_boons"), once, "")
        up_to = str(spell.says.get("step_down_up_to") or "")
        if up_to:
            lighter = [
                str(injury.serial)
                for injury in target.injuries
                if injuries.is_up_to(injury, up_to) and treatment.can_step_down(injury)
            ]
            entry(STEP, number(spell, "step_down_boons"), once, *lighter)
        price = number(spell, "further_for_boons")
        if price:
            left = mendable(fight, spell, [check.target])
            entry(FURTHER, price, boons // price, *(str(key[2]) for key in left))
    return found


def buy_own(
    fight: IxFight, table: Table, check: Check, spell: Spell, entry: str, detail: str
) -> None:
    """Does what an entry of the spell's own row says. Implements ix.magic.success."""
    who, target = check.who, check.target
    rule = "ix.magic.success"
    if table.recording:
        on = target if detail.lstrip("-").isdecimal() else detail or target
        table.record("spent", rule, who=who, entry=entry, on=on)
    if entry == BURN:
        turns = number(spell, "burn")
        quality.set_burning(fight, table, who, target, turns, number(spell, "damage"))
    elif entry == LONGER:
        _afflict(fight, table, who, spell, target)
    elif entry == STEP:
        treatment.step_down(fight, table, target, int(detail), because=rule)
    elif detail.lstrip("-").isdecimal():
        _mend_one(fight, table, (ANSWERED, target, detail))
    else:
        _mend_one(fight, table, (ENDED, target, detail))
