"""The cross-file rules of a system: small functions in one tuple, each named for its rule.

A check takes what could be read (campaign/checks/files.py) and yields a problem for each breach. All of them
run, so that a player sees every problem at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from campaign.checks.decks import (
    cards_are_short,
    cards_are_written,
    cards_bring_terms_of_their_own,
    cards_have_names_of_their_own,
    cards_score,
)
from campaign.checks.drafts import (
    a_draft_comes_in_time,
    a_draft_has_enough_cards,
    a_draft_is_between_two,
    a_draft_leaves_a_card,
    drafted_cards_have_names_of_their_own,
    every_battle_has_a_size,
    missions_come_by_a_layout,
)
from campaign.checks.files import Content, read_all
from campaign.checks.formulas import (
    counts_have_a_value,
    markers_have_a_value,
    numbers_are_in_range,
    placeholders_are_known,
    standings_have_a_value,
    steps_have_a_value,
    supplies_have_a_value,
    terms_have_a_value,
    tests_have_a_value,
)
from campaign.checks.ids import (
    a_file_is_named_by_an_id,
    a_name_in_formulas_is_free,
    a_status_has_one_name,
    ids_differ,
    one_layout_for_each_number_of_sides,
    options_have_faces_of_their_own,
    rules_are_known,
)
from campaign.checks.layout import (
    boards_fit_the_sides,
    each_side_has_a_zone,
    each_side_has_room,
    markers_have_a_spot,
    markers_stand_apart,
    markers_stand_on_the_board,
    zones_are_taken,
    zones_are_there,
    zones_lie_apart,
    zones_lie_on_the_board,
)
from campaign.checks.names import (
    effects_name_what_is_there,
    missions_name_what_is_there,
    outcomes_are_known,
    sizes_are_known,
    steps_are_known,
    steps_name_what_is_there,
    victories_are_whole,
)
from campaign.checks.roads import (
    ends_open_a_way,
    every_result_leads_somewhere,
    the_road_comes_to_an_end,
    the_road_names_missions,
    two_teams_have_a_way_round,
)
from campaign.checks.sequence import (
    attacks_name_numbers,
    attacks_name_pools,
    names_in_attacks_differ,
    sequence_formulas_have_a_value,
    units_name_what_is_there,
)
from campaign.checks.tables import (
    cancels_name_options,
    cards_are_there,
    every_result_has_one_row,
    missions_are_there,
    missions_have_layouts,
    nothing_cancels_in_a_ring,
    tables_do_not_nest_in_a_ring,
    terms_differ_in_a_battle,
)
from campaign.checks.teams import breaking_has_its_test, prices_go_by_stats, team_formulas_have_a_value
from campaign.content.packs import Library
from campaign.errors import Problem
from campaign.mechanisms.effects import Resource

__all__ = ["CHECKS", "check_system"]

Check = Callable[[Content], Iterator[Problem]]

CHECKS: tuple[Check, ...] = (
    a_file_is_named_by_an_id,
    ids_differ,
    options_have_faces_of_their_own,
    one_layout_for_each_number_of_sides,
    a_status_has_one_name,
    a_name_in_formulas_is_free,
    rules_are_known,
    every_result_has_one_row,
    cards_are_there,
    missions_are_there,
    missions_have_layouts,
    tables_do_not_nest_in_a_ring,
    terms_differ_in_a_battle,
    cancels_name_options,
    nothing_cancels_in_a_ring,
    steps_are_known,
    steps_name_what_is_there,
    outcomes_are_known,
    missions_name_what_is_there,
    victories_are_whole,
    effects_name_what_is_there,
    terms_have_a_value,
    markers_have_a_value,
    counts_have_a_value,
    standings_have_a_value,
    tests_have_a_value,
    numbers_are_in_range,
    placeholders_are_known,
    boards_fit_the_sides,
    each_side_has_a_zone,
    zones_are_taken,
    zones_are_there,
    zones_lie_on_the_board,
    zones_lie_apart,
    each_side_has_room,
    markers_stand_on_the_board,
    markers_have_a_spot,
    markers_stand_apart,
    steps_have_a_value,
    supplies_have_a_value,
    sizes_are_known,
    every_battle_has_a_size,
    a_draft_is_between_two,
    a_draft_comes_in_time,
    a_draft_leaves_a_card,
    a_draft_has_enough_cards,
    drafted_cards_have_names_of_their_own,
    missions_come_by_a_layout,
    cards_score,
    cards_are_short,
    cards_are_written,
    cards_have_names_of_their_own,
    cards_bring_terms_of_their_own,
    the_road_names_missions,
    ends_open_a_way,
    every_result_leads_somewhere,
    the_road_comes_to_an_end,
    two_teams_have_a_way_round,
    team_formulas_have_a_value,
    prices_go_by_stats,
    breaking_has_its_test,
    attacks_name_pools,
    names_in_attacks_differ,
    attacks_name_numbers,
    sequence_formulas_have_a_value,
    units_name_what_is_there,
)


def check_system(library: Library, resources: Sequence[Resource] | None = None) -> list[Problem]:
    """Every problem of a system's content, in the order of files and lines.

    `resources` are a campaign's own in place of the system's: its house content may speak of them.
    """
    content = read_all(library)
    if resources is not None and content.system is not None:
        content.system = replace(content.system, resources=tuple(resources))
    found = [*content.problems, *(problem for check in CHECKS for problem in check(content))]
    return sorted(dict.fromkeys(found), key=Problem.sort_key)
