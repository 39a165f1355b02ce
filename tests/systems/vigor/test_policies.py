"""Sensible play: it takes only what is offered, and knows what helps."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.keys import Key, is_offered
from affray.kernel.question import Because, rules_of
from affray.kernel.running import run
from affray.kernel.table import Offers, Options
from affray.systems.vigor import content, line, maneuver, sovereign, system, turn
from affray.systems.vigor.state import Effect
from affray.tables.random_table import RandomTable
from tests.vigor_kit import Bout, foe, hero, minor, mystic, natural
from tests.vigor_kit import sovereign as king


class Watching(RandomTable):
    """Keeps what was chosen though nobody offered it."""

    wrong: list[tuple[str, Key]]

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
        if not is_offered(options(), key):
            self.wrong.append((rules_of(because)[0], key))
        return key


def play(fight: Any, seed: int) -> Watching:
    policies = (system.policy("sensible", side, Random(1)) for side in ("heroes", "gm"))
    table = Watching(system, fight, Random(seed), *policies)
    table.wrong = []
    run(system, fight, table)
    return table


@pytest.mark.parametrize("name", sorted(content.encounters()))
def test_only_what_is_offered_is_chosen(name: str) -> None:
    setup = read_encounter(content.encounters()[name], name, system)
    for seed in range(3):
        fight = system.start(setup)
        assert play(fight, seed).wrong == []
        assert fight.result in ("heroes", "foes")


def choice(bout: Bout, who: str, because: str, options: Callable[[], Any]) -> Key:
    side = "heroes" if bout[who].side == "heroes" else "gm"
    policy = system.policy("sensible", side, Random(1))
    key = policy.choose(system.facade(bout.fight, who), who, because, options)
    assert is_offered(options(), key)
    return key


def on_turn(bout: Bout, who: str) -> Key:
    """What the policy does first in a turn of `who`."""
    if bout.fight.acting != who:
        bout.to_turn(who)
    return choice(bout, who, "vigor.turn.economy", lambda: turn.options(bout.fight, who))


def pick(bout: Bout, who: str) -> Key:
    """What the policy picks for `who` in the tactical step."""
    if bout.fight.stage == "set-up":
        bout.to("hero-picks")
    because = "vigor.declare.one-maneuver"
    return choice(bout, who, because, lambda: maneuver.picks(bout.fight, who))


# ---- blows ----


def test_whoever_is_nearest_to_falling_is_struck() -> None:
    bout = Bout(hero("ann"), foe("cur", at=[0, 5]), foe("rat", at=[5, 5], tier=2))
    bout.to_turn("ann")
    assert on_turn(bout, "ann") == ("attack", "longsword", "cur")
    bout.set("rat", vigor=0, vitality=1)
    assert on_turn(bout, "ann") == ("attack", "longsword", "rat")


def test_the_players_side_goes_by_looks_where_numbers_are_not_open() -> None:
    def seen(vitality: int, shown: str) -> Key:
        rat = foe("rat", at=[5, 5], tier=5, shown=shown)
        bout = Bout(hero("ann"), foe("cur", at=[0, 5], shown="word"), rat)
        bout.to_turn("ann")
        bout.set("rat", vitality=vitality)
        return on_turn(bout, "ann")

    assert seen(10, "word") == ("attack", "longsword", "cur")
    assert seen(9, "word") == ("attack", "longsword", "rat")
    assert seen(9, "nothing") == ("attack", "longsword", "cur")


def test_a_foe_that_only_the_gm_knows_of_changes_nothing_for_the_players() -> None:
    def first(*others: Any) -> Key:
        bout = Bout(hero("ann"), foe("cur", at=[0, 40]), *others)
        return on_turn(bout, "ann")

    lurker = foe("lurker", at=[5, 0], hidden=True)
    assert first(lurker) == first() == ("move", "next-to", "cur")


def test_whoever_runs_is_let_go() -> None:
    bout = Bout(hero("ann"), minor("cur", at=[0, 5]), minor("rat", at=[5, 5]))
    bout.to_turn("ann")
    bout.set("cur", vigor=0, status="fleeing")
    assert on_turn(bout, "ann") == ("attack", "longsword", "rat")


def covered(who: str, cover: str) -> dict[str, Any]:
    facts = [{"who": who, "from_": "", "cover": cover}]
    return {"surprised": [], "start": "rows", "closed": [], "cover": facts}


def test_of_two_alike_the_one_without_cover_is_shot_at() -> None:
    for behind, shot in (("cur", "rat"), ("rat", "cur")):
        archer = hero("ann", weapons=["longbow"])
        foes = (foe("cur", at=[0, 40]), foe("rat", at=[30, 40]))
        bout = Bout(archer, *foes, scene=covered(behind, "three-quarters"))
        assert on_turn(bout, "ann") == ("attack", "longbow", shot)


def test_cover_speaks_against_a_spell_with_an_attack_roll_too() -> None:
    for behind, aimed in (("cur", "rat"), ("rat", "cur")):
        witch = hero("ann", trees=["wizard"], psion=True, spells=["force-lance"], weapons=[])
        foes = (foe("cur", at=[0, 40]), foe("rat", at=[30, 40]))
        bout = Bout(witch, *foes, scene=covered(behind, "three-quarters"))
        assert on_turn(bout, "ann") == ("power", "force-lance", aimed)


def pair(**ann: Any) -> Bout:
    """Ann of Tier 1 and Bob of Tier 5 beside a brute."""
    bob = hero("bob", tier=5, at=[5, 5], weapons=["dagger"])
    brute = foe("brute", tier=5, at=[0, 5], **ann.pop("brute", {}))
    bout = Bout(hero("ann", at=[0, 0], **ann), bob, brute)
    bout.to_turn("ann", "bob")
    return bout


@pytest.mark.rule("vigor.action.help")
def test_whoever_strikes_weakly_helps_the_strong_one_who_has_yet_to_act() -> None:
    assert on_turn(pair(stats={"body": 8}), "ann") == ("help", "brute", "bob")
    assert on_turn(pair(tier=5), "ann")[0] == "attack"
    late = pair(stats={"body": 8})
    late.fight.done = ("bob", "ann")
    assert on_turn(late, "ann")[0] == "attack"


@pytest.mark.rule("vigor.action.help")
def test_whoever_cannot_hurt_it_helps_one_who_can() -> None:
    hard = {"immune": ["slashing", "bludgeoning"]}
    assert on_turn(pair(stats={"body": 8}, tier=5, brute=hard), "ann") == ("help", "brute", "bob")


@pytest.mark.rule("vigor.action.help")
def test_whoever_was_helped_strikes_at_whom_the_help_is_for() -> None:
    foes = (foe("cur", at=[0, 5]), foe("rat", at=[5, 5]))
    bout = Bout(hero("ann", at=[0, 0]), hero("bob", at=[-5, 0]), *foes)
    bout.to_turn("ann")
    assert on_turn(bout, "ann") == ("attack", "longsword", "cur")
    bout.fight.put("ann", Effect("helped", "turn:bob", "bob", "rat"))
    assert on_turn(bout, "ann") == ("attack", "longsword", "rat")


# ---- places ----


def waiting(*others: Any, **cur: Any) -> Bout:
    """The turn of a cur that can do nothing more than move, an archer in sight."""
    archer = hero("ann", at=[0, 0], weapons=["longbow"])
    bout = Bout(archer, foe("cur", at=[0, 60], **cur), *others)
    bout.to_turn("cur")
    bout.fight.action = False
    return bout


@pytest.mark.rule("vigor.line.one-creature", "vigor.line.two-creatures")
def test_whoever_has_nothing_to_strike_at_steps_out_of_the_line_of_those_who_shoot() -> None:
    bout = waiting(foe("wall", at=[20, 40]), weapons=["shortbow"])
    assert on_turn(bout, "cur") == ("move", "to", "30", "60")
    assert line.count(bout.fight, "ann", "cur") == 0
    bout.do(("move", "to", "30", "60"))
    assert line.count(bout.fight, "ann", "cur") == 1
    assert on_turn(bout, "cur") == turn.END


def test_nobody_hides_from_those_who_cannot_shoot_or_beside_an_enemy() -> None:
    wall = foe("wall", at=[20, 40])
    blades = Bout(hero("ann", at=[0, 0]), foe("cur", at=[0, 60], weapons=["shortbow"]), wall)
    blades.to_turn("cur")
    blades.fight.action = False
    assert on_turn(blades, "cur") == turn.END
    held = waiting(wall, hero("bob", at=[5, 60]), weapons=["shortbow"])
    assert on_turn(held, "cur") == turn.END


@pytest.mark.rule("vigor.move.sprint")
def test_the_feet_of_a_sprint_are_run() -> None:
    bout = Bout(hero("ann", at=[0, 0]), foe("cur", at=[0, 200]))
    bout.to_turn("ann")
    for key in (("move", "next-to", "cur"), ("sprint",), ("move", "next-to", "cur")):
        assert on_turn(bout, "ann") == key
        bout.do(key)
    assert bout["ann"].at == (0, 60)
    assert on_turn(bout, "ann") == turn.END


# ---- what was declared ----


def test_a_declared_strike_is_carried_out_rather_than_a_plain_one_made() -> None:
    bout = Bout(hero("ann", tier=2), foe("cur", at=[0, 5], tier=3))
    bout.to_turn("ann")
    bout.set("ann", pending=("committed-strike",))
    assert on_turn(bout, "ann") == ("carry-out", "attack", "longsword", "cur")


def test_mystic_attacks_are_for_those_who_have_vigor_to_lose() -> None:
    wizard = hero("ann", trees=["wizard"], weapons=["quarterstaff"], attacks=[mystic()])
    bout = Bout({**wizard, "trees": ["wizard"]}, foe("cur", at=[0, 5], tier=5, shown="all"))
    bout.to_turn("ann")
    bout.set("cur", vigor=0)
    assert on_turn(bout, "ann") == ("attack", "quarterstaff", "cur")


# ---- moves ----


def test_whoever_reaches_nobody_comes_closer_and_strikes_if_it_can() -> None:
    bout = Bout(hero("ann"), foe("cur", at=[0, 30]))
    assert on_turn(bout, "ann") == ("move", "next-to", "cur")
    pike = Bout(hero("ann", weapons=["halberd"]), foe("cur", at=[0, 30]))
    assert on_turn(pike, "ann") == ("move", "into-reach", "cur")


def test_whoever_comes_into_the_enemys_stride_without_a_blow_dodges() -> None:
    bout = Bout(hero("ann"), foe("cur", at=[0, 60]))
    assert on_turn(bout, "ann") == ("move", "next-to", "cur")
    bout.do(("move", "next-to", "cur"))
    assert on_turn(bout, "ann") == ("dodge",)
    far = Bout(hero("ann"), foe("cur", at=[0, 90]))
    far.to_turn("ann")
    far.do(("move", "next-to", "cur"))
    assert on_turn(far, "ann") == ("sprint",)


def test_nobody_walks_through_three_blows_for_a_slightly_better_one() -> None:
    around = [foe(f"cur-{n}", at=[5 * n - 5, 5], tier=3) for n in range(3)]
    bout = Bout(hero("ann"), *around, foe("rat", at=[0, -25], tier=3))
    bout.to_turn("ann")
    bout.set("rat", vitality=5, vigor=0)
    assert on_turn(bout, "ann")[:2] == ("attack", "longsword")
    for one in around:
        bout.set(one["id"], reaction=False)
    assert on_turn(bout, "ann") == ("move", "next-to", "rat")


def test_an_archer_steps_aside_for_a_clear_shot() -> None:
    archer = hero("ann", weapons=["shortbow"])
    bout = Bout(archer, hero("bob", at=[0, 20]), foe("cur", at=[0, 40]))
    bout.to_turn("ann")
    assert on_turn(bout, "ann")[:2] == ("move", "to")
    bout.do(on_turn(bout, "ann"))
    assert on_turn(bout, "ann") == ("attack", "shortbow", "cur")
    assert system.facade(bout.fight, "ann").in_the_way("ann", "cur") == 0


def test_an_archer_who_has_shot_goes_behind_a_friend_and_no_farther_than_need_be() -> None:
    def after_the_shot(*others: Any) -> Key:
        bout = Bout(hero("ann", weapons=["shortbow"], at=[10, 0]), *others)
        bout.to_turn("ann")
        bout.fight.action = False
        return on_turn(bout, "ann")

    cur = foe("cur", at=[10, 30])
    assert after_the_shot(hero("bob", at=[0, 25]), cur) == ("move", "to", "10", "-10")
    assert after_the_shot(cur) == ("end",), "nobody holds the enemy up"
    shooter = hero("bob", at=[0, 25], weapons=["shortbow"])
    assert after_the_shot(shooter, cur) == ("end",)
    near = foe("cur", at=[10, 5])
    assert after_the_shot(hero("bob", at=[0, 5]), near) == ("end",), "it would be struck at"


def test_somebody_with_a_throwing_weapon_at_the_belt_draws_it() -> None:
    # An enemy out of a stride's reach, but not out of a throw's.
    bout = Bout(hero("ann", weapons=["longsword", "spear"]), foe("cur", at=[0, 20]))
    bout.to_turn("ann")
    bout.fight.feet = 0
    assert on_turn(bout, "ann") == ("draw", "spear")
    bout.do(("draw", "spear"))
    assert on_turn(bout, "ann") == ("throw", "spear", "cur")


# ---- spells ----


def caster(name: str, *spells: str, **fields: Any) -> dict[str, Any]:
    return {**hero(name, spells=spells, **fields), "trees": ["wizard"]}


def test_an_area_is_for_several_enemies_and_hurts_no_friend_for_one() -> None:
    mage = caster("ann", "shock-burst", stats={"mind": 16})
    rats = [minor(f"rat-{n}", at=[5 * n, 40]) for n in range(4)]
    assert pick(Bout(mage, hero("bob"), *rats), "ann") == ("cast", "shock-burst")
    friends = [hero(name, at=at) for name, at in (("bob", [0, 35]), ("cid", [0, 45]))]
    crowd = Bout(mage, *friends, foe("cur", at=[0, 40], tier=3, stats={"heart": 18}))
    assert pick(crowd, "ann") != ("cast", "shock-burst")


def test_a_spell_declared_is_cast_where_it_does_most() -> None:
    rats = [minor(f"rat-{n}", at=[10 * n, 40]) for n in range(4)]
    bout = Bout(caster("ann", "shock-burst", stats={"mind": 16}), *rats)
    bout.to_turn("ann")
    bout.set("ann", pending=("cast", "shock-burst"))
    assert on_turn(bout, "ann") in (
        ("carry-out", "cast", "shock-burst", "on", "rat-1"),
        ("carry-out", "cast", "shock-burst", "on", "rat-2"),
    )


def test_vigor_is_given_to_whoever_lacks_it() -> None:
    healer = caster("ann", "steady-heart", tier=3, stats={"heart": 16})
    bout = Bout(healer, hero("bob", stats={"heart": 18}, injuries=["bruised-ribs"]), foe("cur"))
    bout.to("hero-picks")
    assert pick(bout, "ann") != ("cast", "steady-heart")
    bout.set("bob", vigor=0, vitality=0)
    bout.set("cur", at=(0, 200))
    assert pick(bout, "ann") == ("cast", "steady-heart")


def test_a_psion_uses_its_powers_without_declaring_them() -> None:
    psion = {**hero("ann", spells=["force-lance"], psion=True), "trees": ["inquisitor"]}
    bout = Bout(psion, foe("cur", at=[0, 50]))
    assert on_turn(bout, "ann") == ("power", "force-lance", "cur")
    bout.set("ann", stamina=1)
    assert on_turn(bout, "ann") == ("move", "next-to", "cur")


# ---- picks ----


def test_a_pick_gives_what_helps_most() -> None:
    bout = Bout(hero("ann", tier=2), foe("cur", at=[0, 5], tier=2))
    assert pick(bout, "ann") == ("committed-strike",)
    bout.set("ann", stamina=0)
    assert pick(bout, "ann") == ("weapon", "longsword")


def test_lost_vigor_is_braced_for_or_rallied() -> None:
    ann = hero("ann", tier=3, stats={"heart": 16}, injuries=["bruised-ribs", "stiff-side"])
    bout = Bout(ann, hero("bob", stats={"heart": 18}), foe("cur", at=[0, 90]))
    bout.to("hero-picks")
    bout.set("ann", vigor=0)
    assert pick(bout, "ann") == ("brace",)
    bout.set("ann", vigor=6)
    bout.set("bob", vigor=0)
    assert pick(bout, "ann") == ("rally",)
    bout.set("bob", vigor=4)
    assert pick(bout, "ann") == ("weapon", "longsword"), "bob can brace for one himself"


def test_a_minor_picks_what_its_weapon_does_and_beasts_nothing() -> None:
    bout = Bout(hero("ann"), minor("cur", weapons=["mace"]))
    bout.to("hero-picks")
    assert pick(bout, "cur") == ("weapon", "mace")


# ---- everything else ----


def test_a_sovereign_strikes_between_turns_or_braces_or_keeps_its_action() -> None:
    def between(at: list[int], vigor: int) -> Key:
        bout = Bout(hero("ann"), king("lord", at=at, stats={"heart": 16}))
        bout.to_turn("ann")
        bout.do(("end",))
        bout.set("lord", vigor=vigor)
        assert bout.fight.stage == "gap"
        because = "vigor.sovereign.when"
        return choice(bout, "lord", because, lambda: sovereign.options(bout.fight, "lord"))

    assert between([0, 5], 4) == ("attack", "longsword", "ann")
    assert between([0, 60], 0) == ("maneuver", "brace")
    assert between([0, 60], 4) == ("hold",)


@pytest.mark.parametrize(
    ("options", "chosen"),
    [
        ([("pass",), ("attack", "longsword", "cur")], ("attack", "longsword", "cur")),
        ([("pass",), ("use", "parry")], ("use", "parry")),
        ([("go-on",), ("stop",)], ("go-on",)),
        ([("glance", "cur"), ("glance", "bob"), ("none",)], ("glance", "cur")),
        ([("glance", "bob"), ("none",)], ("none",)),
        ([("rally", "bob"), ("rally", "cid"), ("nobody",)], ("rally", "cid")),
        ([("tend", "bob"), ("leave",)], ("tend", "bob")),
        ([("trade", "1"), ("leave",)], ("leave",)),
    ],
)
def test_short_questions(options: list[Key], chosen: Key) -> None:
    friends = [hero(name, stats={"heart": 16}) for name in ("bob", "cid")]
    bout = Bout(hero("ann", at=[0, 25]), *friends, foe("cur"))
    bout.to("turns")
    bout.set("cid", vigor=0)
    assert choice(bout, "ann", "vigor.reaction.triggered", lambda: options) == chosen


@pytest.mark.parametrize(
    ("weapon", "at", "chosen"),
    [
        ("shortbow", [0, 5], ("move", "away")),
        ("shortbow", [0, 40], ("stay",)),
        ("shortsword", [0, 15], ("move", "next-to", "cur")),
        ("shortsword", [0, 5], ("stay",)),
    ],
)
def test_free_moves(weapon: str, at: list[int], chosen: Key) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("cur", at=at))
    bout.to("turns")
    options = [("move", "next-to", "cur"), ("move", "away"), ("stay",)]
    assert choice(bout, "ann", "vigor.weapon-maneuver.loose-and-step", lambda: options) == chosen


def test_who_cannot_hurt_each_other_play_on_to_the_last_round() -> None:
    ghost = foe("ghost", immune=["slashing", "bludgeoning"], attacks=[natural()])
    bout = Bout(hero("ann", immune=["slashing", "bludgeoning"]), ghost, max_rounds=8)
    assert play(bout.fight, 1).wrong == []
    assert bout.fight.result == "none"
