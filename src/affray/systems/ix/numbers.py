"""The numbers and readings in force: every value and switch of the ledger, as house rules have
them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of the ledger (tables.values)."""

    excess_symbols_per_die: int
    buys_per_entry: int
    opposed_step_bane_dice: int
    undo_success_banes: int
    extended_threshold: int
    start_steps: int
    initiative_trial_dice: int
    slots_per_minion_group: int
    aim_boon_dice: int
    cover_ranged_defense: int
    strong_cover_ranged_defense: int
    stand_maneuvers: int
    mount_maneuvers: int
    interact_maneuvers: int
    short_steps: int
    medium_steps: int
    long_steps: int
    extreme_steps: int
    flight_steps_per_maneuver: int
    shift_steps: int
    bane_dice_per_defense: int
    unarmed_crit: int
    active_quality_boons: int
    first_injury_cap: int
    bought_criticals_per_attack: int
    fear_strain_per_rating: int
    fear_leader_trial_dice: int
    escape_bane_dice_per_scale: int
    mount_move_steps: int
    control_other_trial_dice: int
    ship_advantage_boon_dice: int
    ship_sinks_zones_per_round: int
    high_altitude_feet: int
    passed_out_wounds: int
    building_clock_rounds: int
    temperature_wounds: int
    chase_start_gap: int
    chase_obstacle_trial_dice: int
    forced_march_strain: int
    income_per_success: int
    income_baseline: int
    travel_hours: int
    training_discount: int
    training_minimum: int
    minion_group_min: int
    minion_group_max: int
    minion_rank_max: int
    minion_rank_offset: int
    minion_critical_members: int
    precise_strike_boon_dice: int
    find_the_gap_resistance: int
    punishing_hold_damage: int
    charging_strike_damage: int
    warborn_fear_rating: int
    warborn_boon_dice: int
    mounted_boon_dice: int
    charge_boon_dice: int
    charge_damage: int
    mount_down_wounds: int
    mount_down_failures: int
    revive_trial_dice: int
    revive_wounds: int
    resurrection_trial_dice: int
    encumbrance_base: int
    encumbrance_bane_dice: int
    worn_armour_relief: int


@dataclass(frozen=True, slots=True)
class Switches:
    """The readings in force where the text can be read in more than one way."""

    initiative_order: Literal["best-result", "players-always", "every-result"]
    initiative_boons_break_ties: bool
    critical_by_breakthrough_on_a_miss: bool
    bought_critical_needs_damage: bool
    repeat_criticals: bool
    fortune_critical_on_a_miss: bool
    upgrade_without_die: Literal["nothing", "adds-one"]
    one_peril_per_check: bool
    unspent_calamity: Literal["flip", "lose"]
    strain_incapacitated_critical: bool
    several_triggers: bool
    fallen_foes: Literal["out", "tracked", "ask-gm"]
    hold_needs_action: bool
    escape_ties: Literal["grappler", "target"]
    first_injury_cap_switch: bool
    spent_injuries_count: bool
    deaths_door_clock: Literal["same-slot", "end-of-turn", "end-of-round"]
    full_rest_after_overload: Literal["remove-half", "down-to-half", "all"]
    multiple_aims: bool
    guards_against_spells: bool
    defense_stacks: bool
    immobilized_bars: Literal["movement", "all"]
    flight_counter_resets: bool
    take_off_to_any_zone: Literal["low", "any"]
    chase_far_steps: Literal["one-maneuver", "two-maneuvers"]
    chase_gap: Literal["each-pair", "shared"]
    deep_water_falls: Literal["half", "fifteen-feet"]
    drowning_in_a_chase: Literal["strain", "both"]
    navigation_hours: Literal["even", "always-six"]
    turn_ends_by_itself: bool
