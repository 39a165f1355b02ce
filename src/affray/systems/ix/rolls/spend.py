"""What a roll brings besides its result: Boons and Breakthroughs for the roller, Banes and
Calamities for the GM. After a roll there are at most these two questions.

A module that has a list of its own hands in its wares and what buying one of them does; the
general list stands beside it unless it says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from affray.kernel.keys import Key, Option, Place, Several, Text, picks, ware_of
from affray.kernel.question import HEROES, Because
from affray.kernel.table import Table
from affray.systems.ix.rolls import general_spends, story
from affray.systems.ix.rolls.check import Check
from affray.systems.ix.rolls.general_spends import BANE, BOON, BREAKTHROUGH, CALAMITY, Ware
from affray.systems.ix.state import IxFight

Wares = Callable[[], Sequence[Ware]]
Buy = Callable[[str, str, str], None]
"""Does what an entry says: its id, the detail after the colon ("" without one), and the coin."""

ROLLER = ("ix.spend.roller-chooses", "ix.spend.boon-split", "ix.spend.boon-defaults")
GM_FORM = (
    "ix.spend.banes-by-gm",
    "ix.spend.bane-defaults",
    "ix.spend.special-effect-by-gm",
)
WINDOW = "fortune-after-a-roll"


@dataclass(slots=True)
class Lists:
    """The list in force for a check: wares of its own, and whether the general list stands."""

    wares: Wares | None = None
    buy: Buy | None = None
    general: bool = True

    def of(self, fight: IxFight, check: Check, coins: tuple[str, ...]) -> list[Ware]:
        """What can be bought now, the more specific entries first.

        Implements ix.spend.defaults-apply.
        """
        found = [ware for ware in self.wares() if ware.coin in coins] if self.wares else []
        if self.general:
            if BOON in coins:
                found += general_spends.good(fight, check)
            else:
                found += general_spends.bad(fight, check)
        return found

    def purchase(self, fight: IxFight, table: Table, check: Check, word: str, coin: str) -> None:
        entry, _, detail = word.partition(":")
        if self.general and general_spends.knows(entry):
            general_spends.buy(fight, table, check, entry, detail)
        elif self.buy is not None:
            self.buy(entry, detail, coin)


GENERAL = Lists()


def settle(
    fight: IxFight, table: Table, lists: Lists = GENERAL, *, because: Because = ROLLER
) -> None:
    """Both questions after the roll of `fight.check`, first the roller's, then the GM's.

    Implements ix.check.side-effects-independent, ix.check.special-always-trigger.
    """
    roller(fight, table, lists, because=because)
    gm(fight, table, lists)


# ---- the roller ----


def boons(check: Check) -> int:
    return max(check.net.boon, 0) if check.net is not None else 0


def breakthroughs(check: Check) -> int:
    """Breakthrough effects: those rolled and those bought with Fortune.

    Implements ix.spend.each-symbol-once, ix.story.effect-only.
    """
    return (check.net.breakthrough if check.net is not None else 0) + check.activated


def roller(
    fight: IxFight, table: Table, lists: Lists = GENERAL, *, because: Because = ROLLER
) -> None:
    """The roller spends Boons and Breakthroughs, all in one answer.

    The key is ("spend", boon wares, breakthrough wares). Anybody's Fortune can add a Breakthrough
    effect meanwhile; where there is nothing else to spend it is asked for only of who has not
    passed on it.

    Implements ix.spend.roller-chooses, ix.spend.boon-split, ix.spend.repeat-limit,
    ix.story.fortune-breakthrough, ix.spend.unspent-breakthrough.
    """
    check = fight.check
    assert check is not None and check.net is not None
    has_coins = bool(boons(check) or breakthroughs(check))
    if not has_coins and not _wants_fortune(fight, check):
        return
    table.window = "" if has_coins else WINDOW
    key = table.choose(
        check.who,
        lambda: roller_options(fight, check, lists),
        because=because,
        offers=lambda: _fortune(fight, check),
        take=lambda key: _take_fortune(fight, table, check),
    )
    table.window = ""
    for word in picks(key[1]):
        lists.purchase(fight, table, check, word, BOON)
    bought = picks(key[2])
    for word in bought:
        lists.purchase(fight, table, check, word, BREAKTHROUGH)
    for _ in range(breakthroughs(check) - len(bought)):
        general_spends.unspent_breakthrough(fight, table, check)


def _wants_fortune(fight: IxFight, check: Check) -> bool:
    """Whether Fortune can still be spent and the roller has not passed on being asked for it."""
    if not story.can_spend_fortune(fight, check):
        return False
    return WINDOW not in fight.passes.get(check.who, ())


def _fortune(fight: IxFight, check: Check) -> list[tuple[str, Option]]:
    if story.can_spend_fortune(fight, check):
        return [(HEROES, story.FORTUNE_BREAKTHROUGH)]
    return []


def _take_fortune(fight: IxFight, table: Table, check: Check) -> None:
    check.activated += 1
    story.flip(
        fight,
        table,
        "heroes",
        "breakthrough",
        ("ix.story.fortune-breakthrough", "ix.story.effect-only"),
        who=check.who,
    )


def floor(fight: IxFight, table: Table, who: str, boons: int) -> None:
    """Boons that a list of its own leaves over give back Strain, while there is any. Nobody is
    asked: nothing else could be bought.

    Implements ix.spend.boon-strain-floor.
    """
    from affray.systems.ix.harm import strain  # it reaches back to spends

    amount = min(boons, fight.combatants[who].strain)
    if amount > 0:
        because = ("ix.spend.boon-strain-floor", "ix.strain.floor")
        strain.recover(fight, table, who, amount, because=because)


def roller_options(fight: IxFight, check: Check, lists: Lists) -> list[Option]:
    """The legal list with its costs.

    What either coin can pay for, but only one of them once, makes two options: paid with Boons,
    or with a Breakthrough.
    """
    wares = lists.of(fight, check, (BOON, BREAKTHROUGH))
    purse, special = boons(check), breakthroughs(check)
    by_boons = [ware for ware in wares if ware.coin == BOON and ware.price <= purse]
    by_breakthrough = [w for w in wares if w.coin == BREAKTHROUGH and w.price <= special]
    alike = {ware_of(w.word) for w in by_boons if w.once} & {
        ware_of(w.word) for w in by_breakthrough if w.once
    }
    if not alike:
        return [("spend", _place(by_boons, purse), _place(by_breakthrough, special))]
    less_boons = [ware for ware in by_boons if ware_of(ware.word) not in alike]
    less_special = [w for w in by_breakthrough if ware_of(w.word) not in alike]
    return [
        ("spend", _place(less_boons, purse), _place(by_breakthrough, special)),
        ("spend", _place(by_boons, purse), _place(less_special, special)),
    ]


def _place(wares: Sequence[Ware], purse: int) -> Place:
    if not wares or purse <= 0:
        return ""
    return Several(tuple([(ware.word, ware.price, ware.most) for ware in wares]), purse)


# ---- the GM ----


def banes(check: Check) -> int:
    return max(-check.net.boon, 0) if check.net is not None else 0


def calamities(check: Check) -> int:
    return check.net.calamity if check.net is not None else 0


def peril_for_calamities(fight: IxFight, check: Check) -> int:
    """How many Calamity effects the GM may add for Peril, after a player's roll.

    Implements ix.story.peril-calamity, ix.story.peril-per-check.
    """
    if fight.combatants[check.who].kind != "hero" or not story.can_spend_peril(fight, check):
        return 0
    return 1 if fight.switches.one_peril_per_check else fight.peril


def gm(fight: IxFight, table: Table, lists: Lists = GENERAL) -> None:
    """The GM spends Banes and Calamities, and Peril for more of these, in one form.

    The form comes only if there are Banes or a Calamity, or Peril that the GM has asked to be
    offered. Its key is ("spend", bane wares, calamity wares, words of the GM's own).

    Implements ix.spend.banes-by-gm, ix.spend.bane-defaults, ix.spend.special-effect-by-gm,
    ix.spend.unspent-calamity, ix.story.peril-calamity.
    """
    check = fight.check
    assert check is not None and check.net is not None
    is_offered = fight.offer_peril and peril_for_calamities(fight, check) > 0
    if not banes(check) and not calamities(check) and not is_offered:
        return
    key = table.rule(
        GM_FORM,
        lambda: gm_options(fight, check, lists),
        lambda: gm_default(fight, check, lists),
    )
    if key[3] and table.recording:
        table.record("complication", GM_FORM, who=check.who, text=key[3])
    for word in picks(key[1]):
        lists.purchase(fight, table, check, word, BANE)
    bought = picks(key[2])
    for _ in range(len(bought) - calamities(check)):
        check.brought += 1
        story.flip(
            fight,
            table,
            "foes",
            "calamity",
            ("ix.story.peril-calamity", "ix.story.effect-only"),
            who=check.who,
        )
    for word in bought:
        lists.purchase(fight, table, check, word, CALAMITY)
    for _ in range(calamities(check) - len(bought)):
        general_spends.unspent_calamity(fight, table, check)


def gm_options(fight: IxFight, check: Check, lists: Lists) -> list[Option]:
    wares = lists.of(fight, check, (BANE, CALAMITY))
    purse = banes(check)
    special = calamities(check) + peril_for_calamities(fight, check)
    bad = [ware for ware in wares if ware.coin == BANE and ware.price <= purse]
    worse = [ware for ware in wares if ware.coin == CALAMITY]
    return [("spend", _place(bad, purse), _place(worse, special), Text())]


def gm_default(fight: IxFight, check: Check, lists: Lists) -> Key:
    """The costliest affordable entry that can apply first, until nothing is left or applies.

    Entries that the GM decides on would do nothing by themselves and are left to people. Of an
    attempt at a task the Banes take back a Success, or cost time that nothing measures.

    Implements ix.spend.banes-by-gm, ix.spend.bane-defaults, ix.extended.banes.
    """
    purse = banes(check)
    wares = [ware for ware in lists.of(fight, check, (BANE,)) if not ware.gm]
    if check.attempt:
        wares = [ware for ware in wares if ware.word == "undo-progress"]
    wares.sort(key=lambda ware: (-ware.price, not ware.touches_roller))
    words: list[str] = []
    bought: dict[str, int] = {}
    for ware in wares:
        entry = ware_of(ware.word)
        while ware.price <= purse and bought.get(entry, 0) < ware.most:
            words.append(ware.word)
            bought[entry] = bought.get(entry, 0) + 1
            purse -= ware.price
    return ("spend", " ".join(words), "", "")
