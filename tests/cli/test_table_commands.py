"""What can be said at the table in the terminal, through a pipe: no terminal is needed for it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from affray.store import open_store

Sit = Callable[..., str]


@pytest.fixture
def sit(affray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Sit:
    """Plays with these lines typed; what was said. The duel, unless another is named."""
    monkeypatch.setenv("AFFRAY_DATABASE", str(tmp_path / "fights.sqlite"))
    monkeypatch.setenv("COLUMNS", "100")

    def play(*lines: str, name: str = "trade/duel", options: tuple[str, ...] = ()) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        chosen = () if "--resume" in options else (name, "--seed", "5")
        if not {"--seat", "--gm"} & set(options):
            options = ("--seat", "heroes=person", *options)
        if "--resume" not in options and "--party" not in options and "--save" not in options:
            options = (*options, "--no-save")
        said = affray("play", *chosen, *(o for o in options if o != "--save"))
        assert said.code == 0, said.err
        return said.out

    return play


def test_the_question_has_options_with_exact_odds(sit: Sit) -> None:
    said = sit("fight")
    assert "1. fight: rapier and parrying dagger, dagger" in said
    flat = " ".join(said.split())
    assert re.search(r"Attack Bridge-blade .* with .*: failure 19.8 %, mixed 39.5 %, success", flat)


def test_the_gm_sees_what_an_option_does_to_numbers(sit: Sit) -> None:
    said = sit("fight", options=("--seat", "heroes=person,gm=person"))
    assert re.search(r"Bridge-blade HP -\d\.\d", said)


def test_odds_tells_all_of_one_option(sit: Sit) -> None:
    said = sit("odds fight rapier", options=("--seat", "heroes=person,gm=person"))
    assert "HP falls by" in said
    assert "Reckoned exactly" in said
    assert said.count("with the usual choices") == 1


def test_players_are_told_no_numbers_that_they_may_not_know(sit: Sit) -> None:
    said = sit("fight rapier", "6 6 1 1", "additional-damage", "cards", "cards bridge", "odds 1")
    assert "Bridge-blade: hurt" in said
    assert not re.search(r"HP \d", said)
    assert "goals" not in said


def test_unknown_words_are_told_with_the_nearest(sit: Sit) -> None:
    said = sit("figth", "lgo", ":undoo", "fight sowrd")
    assert "Did you mean fight?" in said
    assert "Did you mean the command log?" in said
    assert "Did you mean undo?" in said
    assert "none of the options after fight" in said or "not understood" in said


def test_help_lists_commands_and_one_in_full(sit: Sit) -> None:
    said = sit("?", "? edit")
    for word in ("undo", "redo", "why", "cards", "otherwise", "force", "hand", "take", "quit"):
        assert word in said
    assert "edit tag WHO CONDITION" in said


def test_why_tells_rules_of_lines_and_of_the_question(sit: Sit) -> None:
    said = sit("fight rapier", "1 1 1 1", "log", "why 7", "why ?", "why 999", "rules armor soak")
    assert "Source: trade-combat" in said
    assert "trade.armor.soak" in said
    assert "There is no line 999" in said


def test_edits_of_many_kinds(sit: Sit) -> None:
    said = sit(
        "edit tobin health 4",
        "edit tag tobin bad-situation",
        "edit rename bridge Old Nick",
        "edit note tobin mood grim",
        "edit add foes ditch-cutter",
        "edit hide ditch",
        "edit remove ditch-cutter",
        "edit set tobin nonsense 3",
        "edit frobnicate tobin",
        "edit",
        "cards tobin",
    )
    assert "health 4/10" in said
    assert "bad situation" in said
    assert "Old Nick" in said
    assert "Done; players do not read of it." in said
    assert "Tobin Fray has no number 'nonsense'" in said
    assert "No edit is called 'frobnicate'" in said
    assert "Edit what?" in said


def test_the_order_of_the_round_is_changed_where_the_system_lets_one(sit: Sit) -> None:
    gm = ("--seat", "heroes=person,gm=person")
    moves = ("go maren", "edit reorder tobin before maren", "order")
    said = sit(*moves, name="trade/party", options=gm)
    assert "The GM moves Tobin Fray before Maren Holt" in said
    wrong = ("edit reorder maren last", "edit reorder tobin", "edit reorder tobin up x")
    said = sit("go maren", *wrong, name="trade/party", options=gm)
    assert "has no such slot" in said
    assert said.count("Write edit reorder WHO before WHO") == 2


def test_a_hidden_foe_is_nowhere_to_be_read_by_players(sit: Sit) -> None:
    said = sit(
        "edit add foes ditch-cutter Lurker",
        "edit hide lurker",
        "cards",
        "order",
        "log 50",
        "fight",
        "edit zzz health 3",
        "cards zzz",
    )
    after = said[said.index("Done; players") :]
    shown = after.split("\n")
    # What was typed is read back; nothing else names it, but for the line of when it joined.
    assert [line for line in shown if "urker" in line and "joins" not in line] == []


def test_players_only_closes_the_commands_of_the_gm(sit: Sit) -> None:
    said = sit(
        "edit tobin health 4",
        "force success",
        "otherwise",
        "take gm",
        "fight rapier",
        "undo",
        "fight rapier",
        "1 1 1 1",
        "undo",
        options=("--players-only",),
    )
    assert said.count("--players-only") == 3
    assert "health 4/10" not in said
    assert "The GM's chair is not open" in said
    assert "not yours to take back" in said


def test_an_outcome_is_forced(sit: Sit) -> None:
    said = sit("fight rapier", "force", "force miracle", "force succ")
    assert "Try " in said
    assert "Which effect" in said


def test_a_ruling_is_made_otherwise_from_there_on(sit: Sit) -> None:
    said = sit(
        "fight rapier",
        "otherwise",
        "otherwise 1",
        "refused",
        "the bridge sways too much",
        options=("--seat", "heroes=person,gm=person"),
    )
    assert "1. Does the scene allow it?" in said
    assert "the bridge sways too much" in said


def test_own_words_are_asked_for_and_can_be_declined(sit: Sit) -> None:
    said = sit("stunt wits", "back", "stunt wits", "x" * 300, "swing on a rope", "undo", "stunt")
    assert said.count("What you try (Enter skips, ? helps): ") == 3
    assert "300 letters" in said
    assert "swing on a rope" in said


def test_sides_are_handed_to_policies_and_taken_back(sit: Sit) -> None:
    said = sit("hand", "hand heroes nobody", "hand heroes sensible", "")
    assert "the heroes: you" in said
    assert "no policy 'nobody'" in said
    assert "From now on sensible plays the heroes" in said
    assert "The fight is over" in said
    taken = sit("take gm", "end", "", "hand gm sensible")
    assert "You play the foes and the GM's rulings now." in taken
    assert "For the GM" in taken


def test_a_doctrine_in_a_file_may_play_a_side(sit: Sit) -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "careful-heroes.toml"
    said = sit("hand heroes nowhere.toml", f"hand gm {path}", f"hand heroes {path}", "")
    assert "nowhere.toml" in said
    assert "is a doctrine for heroes" in " ".join(said.split())
    assert "The fight is over" in said
    assert "The fight is over" in sit("", options=("--seat", f"heroes={path}"))


def test_the_fight_is_saved_and_gone_on_with(sit: Sit, tmp_path: Path) -> None:
    said = sit("save", "fight rapier", "quit", options=("--save",))
    assert f"as fight 1 in {tmp_path / 'fights.sqlite'}" in " ".join(said.split())
    assert "affray play --resume 1" in said
    again = sit("6 6 1 1", options=("--resume",))
    assert "What happened last" in again
    assert "Which effect" in again


def test_a_party_goes_on_as_it_left_its_last_fight(sit: Sit, tmp_path: Path) -> None:
    sit("edit tobin health 4", "edit end heroes", "", "done", "", options=("--save",))
    said = sit("quit", options=("--party", "1"))
    assert "Tobin Fray: health 4/10" in said
    with open_store(tmp_path / "fights.sqlite") as store:
        one, other = store.fights()
        assert one.party == other.party


def test_after_the_fight_rests_are_offered_and_the_way_on(sit: Sit) -> None:
    said = sit("edit end heroes", "", "breather", "done", "log 3", "", options=("--save",))
    assert "Do the survivors rest?" in said
    assert "--party 1" in said


def test_nothing_to_resume_is_said(affray, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AFFRAY_DATABASE", str(tmp_path / "fights.sqlite"))
    for arguments in (("--resume",), ("--resume", "7"), ("--resume", "x"), ("--party", "3")):
        said = affray("play", *arguments)
        assert said.code in (1, 2)
        assert said.err.startswith("error: ")


def test_the_first_question_takes_what_it_shows(sit: Sit) -> None:
    said = sit("maren", "end", "tobin goes next", name="trade/party")
    assert "Maren Holt's turn" in said
    assert "Tobin Fray's turn" in said


def test_nobody_is_listed_twice_before_the_first_question(sit: Sit) -> None:
    opening = sit(name="trade/party").split("Number or words")[0]
    assert "Mill-hand 1 to 7: among the sacks." in opening
    assert opening.count("Mill-hand") == 1
    assert opening.count("Sister Quill") == 2  # where she stands, and that she may go next
    assert "take gm gives you the GM's chair" in " ".join(opening.split())


SCENELESS = """
system = "trade"
title = "A quarrel"
[[heroes]]
name = "Ann"
stats = { strength = 4, reflexes = 3, wits = 2, charm = 2 }
weapons = ["axe"]
[[foes]]
use = "ditch-cutter"
"""


def test_open_places_are_named_and_take_commands_with_a_colon(sit: Sit, tmp_path: Path) -> None:
    path = tmp_path / "quarrel.toml"
    path.write_text(SCENELESS)
    said = sit("1", "?", ":why ?", "mud", "", ":quit", name=str(path), options=("--gm",))
    flat = " ".join(said.split())
    for place in ("What lies between", "What the heroes want", "What the foes want"):
        assert f"{place} (Enter skips, ? helps): " in said
    assert "[what lies between]" in flat
    assert "<text>" not in said
    assert said.count("What lies between (") == 3
    assert "trade.scene.set-up" in said
    assert "The fight begins" not in said


def test_a_roll_has_a_heading_of_its_own_and_says_what_was_ruled(sit: Sit) -> None:
    said = sit("stunt wits swing", "1 1", options=("--seat", "heroes=person,gm=person"))
    assert "Tobin Fray rolls for what they want" in said
    assert "Which stat, who hits back" not in said
    assert "Ruled by default: Allowed, with wits; Bridge-blade hits back." in " ".join(said.split())


def test_faces_may_be_typed_without_spaces(sit: Sit) -> None:
    said = sit("fight rapier", "1122")
    assert "The dice: 1 1 2 2" in said
    assert "4 dice, 5 or 6 hits" in said


def test_back_goes_up_one_list_and_says_so(sit: Sit) -> None:
    said = sit("fight axe", "back", "back", "back", name="trade/party", options=("--seed", "3"))
    assert "There is nothing to go back from" in said
    said = sit("maren", "fight axe", "back", "back", "back", name="trade/party")
    assert said.index("Back up.") < said.index("Back at the whole list.")
    assert said.index("Back at the whole list.") < said.index("There is nothing to go back from")


def test_a_word_of_an_option_or_of_a_result_is_explained(sit: Sit) -> None:
    said = sit("? respond", "? mixed", "? stunt", "? reserve", "? nonsense")
    for rule in ("trade.respond.scope", "trade.mixed.trade", "trade.action.stunt"):
        assert rule in said
    assert "trade.turn.reserve" in said
    assert "Neither a command nor a rule is called 'nonsense'" in said


def test_rules_that_define_a_word_come_first_and_all_can_be_seen(sit: Sit) -> None:
    said = sit("rules mixed")
    assert said.index("  trade.mixed.trade\n") < said.index("Source:")
    assert "rules mixed all" in " ".join(said.split())
    assert sit("rules mixed all").count("Source:") > 10


def test_why_begins_with_what_made_this_line_what_it_is(sit: Sit) -> None:
    lines = ("maren", "fight axe foreman", "1 1 1 1", "why foreman", "why foreman all")
    said = sit(*lines, name="trade/party")
    assert "armor soaks 2" in said
    told = said[said.index("trade.armor.") :]
    assert told.index("trade.armor.soak") < told.index("trade.damage.")
    assert re.search(r"more: .*\. why \d+ all shows them in full", " ".join(told.split()))


def test_undo_says_what_it_takes_back(sit: Sit) -> None:
    said = sit("fight rapier", "undo")
    assert "Taken back: Tobin Fray attacks Bridge-blade" in said
    assert "The GM took" not in said


def test_undo_goes_back_to_a_line_of_the_log(sit: Sit) -> None:
    said = sit("fight rapier", "6 6 1 1", "log", "undo to 99", "undo to 1", "undo to x")
    number = re.search(r"(\d+)\. Tobin Fray attacks Bridge-blade", said)
    assert number is not None
    assert said.count("is no line of the log") == 2
    assert "No answer brought line 1." in said
    said = sit("fight rapier", "6 6 1 1", f"undo to {number[1]}", "log 50")
    assert "Taken back: Tobin Fray attacks Bridge-blade" in said
    flat = " ".join(said.split())
    assert re.search(rf"{number[1]}\. Tobin Fray attacks [^.]*\. \(taken back\)", flat)


def test_a_number_above_its_maximum_is_remarked_on(sit: Sit) -> None:
    said = sit("edit tobin health 99", "edit tobin health 9")
    assert said.count("above the maximum of 10") == 1


def test_a_ruling_list_is_left_with_a_word(sit: Sit) -> None:
    said = sit("fight rapier", "otherwise 1", "zzz", "back", options=("--gm",))
    assert "none of the options" in said
    assert "Left as it was." in said


def test_what_one_decides_by_stands_with_the_option(sit: Sit) -> None:
    said = sit("fight")
    assert "Tobin Fray: health 10/10, 2 actions left" in said
    assert "Attack Bridge-blade (unhurt, near) with dagger" in said


def test_other_fights_for_the_party_are_named_as_they_can_be_typed(sit: Sit) -> None:
    said = sit("edit end heroes", "", "done", "", options=("--save",))
    assert "trade/party (The mill on Carrow sluice)" in " ".join(said.split())
    assert "affray play trade/allies --party 1\n" in said
    assert "ENCOUNTER" not in said


def test_the_scene_as_a_whole_is_listed_and_set(sit: Sit) -> None:
    gm = ("--seat", "heroes=person,gm=person")
    said = sit("edit all", "edit all light dim", "edit all peril 3", name="ix/reeve", options=gm)
    flat = " ".join(said.split())
    assert "Attitude 0 of 2, hostile (to reach: neutral); Resources" in flat
    assert flat.count("Fortune 3 of 4; Peril 1 of 4") == 1  # told again only when it has changed
    assert "light is bright: bright, dim, darkness" in flat
    assert "scene (kind of scene) is social: fight, chase" in flat
    assert "peril is 1: 0 to 999" in flat
    assert "The GM sets the light to dim." in said
    assert "The GM takes 3 Peril in hand." in said
    assert "nothing of the scene" in sit("edit all", options=gm)


def test_the_scene_is_set_to_what_it_can_be_alone(sit: Sit) -> None:
    said = sit("edit all light plaid", "edit all light", name="ix/duel", options=())
    assert "no 'light' of 'plaid'" in said
    assert "edit all NAME VALUE" in said
