"""The rules of trade on being pressed at range: the lost die, and how it is saved."""

import pytest
from trade_kit import Bout, ability, ally, dice_of, foe, gm, hero, peek

BETTER = ("better-position",)
AWAY = ("respond", "reflexes", "back-away")
SLIP = ("flee", "reflexes", "back-away")
NO_EFFECT = ("none",)


def shot(at: str = "brute", weapon: str = "longbow") -> tuple[str, ...]:
    return ("fight", weapon, at)


def archer(name: str = "ann", **fields: object) -> dict[str, object]:
    return hero(name, **{"weapons": ["longbow", "rapier"], "stats": {"reflexes": 4}, **fields})


def pressed(*others: dict[str, object], house: dict[str, object] | None = None) -> Bout:
    """Ann has one action left, is near the brute and pressed by it."""
    bout = Bout(archer(), foe("brute", hp=20), foe("other", hp=20), *others, house=house)
    choices = [shot()] if len(bout.fight.heroes) == 1 else [("go", "ann"), shot()]
    bout.do(*choices, readings=["mixed"])
    assert bout["ann"].pressed
    return bout


# ---- the lost die ----


@pytest.mark.parametrize("at", ["brute", "other"])
@pytest.mark.parametrize("reading", ["mixed", "success", "failure"])
@pytest.mark.rule("trade.ranged.pressed", "trade.ranged.pressed-waits")
def test_the_next_shot_loses_one_die_whoever_it_is_aimed_at_and_however_it_goes(
    at: str, reading: str
) -> None:
    bout = pressed()
    effect = [BETTER] if reading == "success" else []
    assert dice_of(bout.do(shot(at), *effect, readings=[reading])) == [3]
    closed = reading == "mixed" and at == "other"
    assert bout["ann"].pressed is closed


@pytest.mark.rule("trade.ranged.pressed-waits")
def test_the_shot_after_the_next_has_its_die_again() -> None:
    bout = pressed()
    more = ("additional-action",)
    table = bout.do(shot(), more, shot(), BETTER, readings=["success", "success"])
    assert dice_of(table) == [3, 4]


@pytest.mark.rule("trade.ranged.pressed-waits", "trade.phase.clean-up")
def test_the_die_waits_through_the_phase_for_a_shot_in_a_later_turn() -> None:
    bout = pressed()
    bout.do(("end",))
    bout.phase()
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].pressed
    assert dice_of(bout.do(shot("other"), readings=["mixed"])) == [3]


@pytest.mark.rule("trade.ranged.pressed", "trade.ranged.pressed-waits")
def test_a_failed_shot_uses_the_penalty_up() -> None:
    bout = pressed()
    extra = {"trade.failure.worse-position": ("extra-damage",)}
    bout.do(shot(), readings=["failure"], rulings=extra)
    bout.phase()
    assert dice_of(bout.do(shot(), BETTER, readings=["success"])) == [4]


@pytest.mark.parametrize(
    "other_action",
    [
        ("fight", "rapier", "brute"),
        ("fight", "unarmed-reflexes", "brute"),
        ("respond", "reflexes", "other", "kick the table over"),
        ("ability", "jinx", "brute"),
        ("command", "hound", "brute"),
    ],
)
@pytest.mark.rule("trade.ranged.pressed-waits")
def test_other_actions_neither_suffer_from_being_pressed_nor_end_it(
    other_action: tuple[str, ...],
) -> None:
    jinx = ability("jinx", {"kind": "note", "text": "shiver"}, stat="reflexes")
    bout = Bout(
        archer(abilities=[jinx], stats={"reflexes": 4, "charm": 4}),
        foe("brute", hp=20),
        ally("hound"),
    )
    bout.do(shot(), readings=["mixed"])
    assert dice_of(bout.do(other_action, readings=["mixed"])) == [4]
    assert bout["ann"].pressed


@pytest.mark.rule("trade.ranged.pressed-waits")
def test_being_pressed_twice_costs_one_die() -> None:
    bout = pressed()
    bout.do(shot("other"), readings=["mixed"])  # uses the first penalty up, and presses again
    bout.phase()
    gm(bout, "tag", "ann", "pressed")
    assert dice_of(bout.do(shot("other"), BETTER, readings=["success"])) == [3]
    assert not bout["ann"].pressed


@pytest.mark.rule("trade.ranged.pressed")
def test_by_house_rule_every_shot_loses_the_die_until_the_shooter_is_clear() -> None:
    bout = pressed(house={"pressed-lasts": "until-clear"})
    more = ("additional-action",)
    table = bout.do(shot(), more, shot(), more, readings=["success", "success"])
    assert dice_of(table) == [3, 3]
    assert bout["ann"].pressed
    table = bout.do(AWAY, ("additional-action",), shot(), BETTER, readings=["success", "success"])
    assert dice_of(table) == [4, 4]


@pytest.mark.rule("trade.ranged.pressed", "trade.ranged.pressed-ends-alone")
def test_by_house_rule_too_the_die_comes_back_when_no_enemy_is_near() -> None:
    bout = pressed(house={"pressed-lasts": "until-clear"})
    gm(bout, "remove", "brute")
    assert dice_of(bout.do(shot("other"), BETTER, readings=["success"])) == [4]


# ---- backing away ----


@pytest.mark.parametrize(("action", "effect"), [(AWAY, BETTER), (AWAY, NO_EFFECT), (SLIP, BETTER)])
@pytest.mark.rule("trade.ranged.back-away", "trade.ranged.back-away-roll")
def test_backing_away_with_a_success_saves_the_die_and_leaves_everybody_apart(
    action: tuple[str, ...], effect: tuple[str, ...]
) -> None:
    bout = Bout(
        archer(),
        hero("bob"),
        foe("brute", hp=20),
        foe("other", hp=20),
        scene={"drop": "nobody", "near": [["ann", "other"], ["bob", "brute"]]},
    )
    bout.do(("go", "ann"), shot(), readings=["mixed"])
    table = bout.do(action, effect, readings=["success"])
    assert dice_of(table) == [4]
    assert bout.fight.near == {("bob", "brute")}
    assert not bout["ann"].pressed
    assert bout["ann"].better_waiting == (1 if effect == BETTER else 0)
    assert bout["ann"].is_in
    assert bout.fight.trades == ()
    assert not bout["brute"].suppressed
    assert not bout["other"].suppressed
    assert table.cited("trade.ranged.back-away")


@pytest.mark.rule("trade.ranged.back-away", "trade.ranged.back-away-roll")
def test_whoever_has_backed_away_shoots_from_afar_again_with_all_dice() -> None:
    bout = pressed()
    more = ("additional-action",)
    table = bout.do(AWAY, more, shot(), readings=["success", "mixed"])
    assert dice_of(table) == [4, 4]
    assert bout.fight.trades == ()
    assert bout["ann"].pressed


@pytest.mark.rule("trade.ranged.back-away-roll")
def test_a_mixed_respond_backs_away_at_the_cost_of_a_trade() -> None:
    bout = pressed()
    bout.do(AWAY, readings=["mixed"])
    assert bout.fight.near == frozenset()
    assert not bout["ann"].pressed
    assert bout.fight.trades == (("brute", "ann"),)


@pytest.mark.parametrize(
    ("action", "reading"), [(AWAY, "failure"), (SLIP, "failure"), (SLIP, "mixed")]
)
@pytest.mark.rule("trade.ranged.back-away-roll")
def test_backing_away_that_fails_changes_nothing_and_brings_the_blow(
    action: tuple[str, ...], reading: str
) -> None:
    bout = pressed()
    bout.do(action, readings=[reading])
    assert bout.fight.near == {("ann", "brute")}
    assert bout["ann"].pressed
    assert bout["ann"].health == 8
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.trades == ()
    assert bout.fight.stage == "phase"


@pytest.mark.rule("trade.ranged.back-away-roll")
def test_a_flee_that_only_backs_away_goes_on_with_the_turn() -> None:
    bout = pressed()
    bout.do(SLIP, ("additional-action",), readings=["success"])
    assert bout["ann"].is_in
    assert bout["ann"].status == ""
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.ranged.back-away-roll")
def test_backing_away_may_be_talked_out_with_charm() -> None:
    bout = Bout(archer(stats={"charm": 5, "reflexes": 2}), foe("brute"))
    bout.do(shot(), readings=["mixed"])
    table = bout.do(("flee", "charm", "back-away"), BETTER, readings=["success"])
    assert dice_of(table) == [5]
    assert bout.fight.near == frozenset()


@pytest.mark.parametrize(
    ("near", "press", "offered"),
    [([], False, False), ([["ann", "brute"]], False, True), ([["ann", "brute"]], True, True)],
)
@pytest.mark.rule("trade.ranged.back-away-roll")
def test_backing_away_is_offered_to_whoever_has_somebody_near(
    near: list[list[str]], press: bool, offered: bool
) -> None:
    bout = Bout(archer(), foe("brute"), scene={"drop": "nobody", "near": near})
    bout["ann"].pressed = press
    _, _, options = peek(bout)
    assert (AWAY in options) is offered
    assert (SLIP in options) is offered


# ---- alone again ----


@pytest.mark.rule("trade.ranged.pressed-ends-alone")
def test_being_pressed_ends_when_the_one_that_closed_goes_down() -> None:
    bout = Bout(archer(), foe("brute", hp=5), foe("other"))
    bout.do(shot(), readings=["mixed"])
    table = bout.do(shot(weapon="rapier"), readings=["mixed"])
    assert bout["brute"].hp == 0
    assert not bout["ann"].pressed
    assert table.cited("trade.ranged.pressed-ends-alone")


@pytest.mark.rule("trade.ranged.pressed-ends-alone")
def test_being_pressed_does_not_end_while_any_enemy_is_near() -> None:
    bout = Bout(
        archer(),
        foe("brute", hp=5),
        foe("other"),
        scene={"drop": "nobody", "near": [["ann", "other"]]},
    )
    bout.do(shot(), readings=["mixed"])
    bout.do(shot(weapon="rapier"), readings=["mixed"])
    assert bout["brute"].hp == 0
    assert bout["ann"].pressed


@pytest.mark.rule("trade.ranged.pressed-ends-alone")
def test_an_enemy_near_somebody_else_keeps_nobody_pressed() -> None:
    bout = Bout(
        archer(),
        hero("bob"),
        foe("brute", hp=5),
        foe("other"),
        scene={"drop": "nobody", "near": [["bob", "other"]]},
    )
    bout.do(("go", "ann"), shot(), readings=["mixed"])
    bout.do(shot(weapon="rapier"), readings=["mixed"])
    assert not bout["ann"].pressed


@pytest.mark.parametrize("how", ["remove", "surrender"])
@pytest.mark.rule("trade.ranged.pressed-ends-alone")
def test_being_pressed_ends_when_the_one_that_closed_leaves(how: str) -> None:
    bout = pressed()
    gm(bout, how, "brute")
    assert not bout["ann"].pressed
    assert dice_of(bout.do(shot("other"), BETTER, readings=["success"])) == [4]


@pytest.mark.rule("trade.ranged.pressed-ends-alone")
def test_being_pressed_ends_when_an_ability_moves_the_enemy_away() -> None:
    push = ability(
        "push", {"kind": "reposition", "to": "apart", "with": "user"}, target="one enemy"
    )
    bout = Bout(archer(abilities=[push]), foe("brute"))
    bout.do(shot(), ("ability", "push", "brute"), readings=["mixed", "mixed"])
    assert bout.fight.near == frozenset()
    assert not bout["ann"].pressed
