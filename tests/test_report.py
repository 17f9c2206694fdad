from __future__ import annotations

import json
from datetime import timedelta

import pytest

from campaign.content.library import built_in
from campaign.ledger.entries import ResultStep, RollStep, SealStep, StoredName, StoredRoll
from campaign.ledger.state import fold, in_order
from campaign.mechanisms.dice import Dice
from campaign.mechanisms.effects import Effect
from campaign.mechanisms.score import Tie, Victory
from campaign.mechanisms.standings import Standings
from campaign.mechanisms.terms import Term
from campaign.printing.history import ChangedView, FieldView, log_view, show_view
from campaign.printing.json import as_json
from campaign.printing.ledger.page import ledger_view
from campaign.printing.ledger.report import standings_view
from campaign.printing.ledger.results import result_view
from campaign.printing.ledger.views import (
    BattleSideView,
    CellView,
    ChangeView,
    DoneView,
    EndView,
    ImpossibleView,
    LineView,
    TotalView,
)
from campaign.printing.render import FORMATS, render
from campaign.record import fields
from tests.builders import (
    DAY,
    FLAGS,
    adjust,
    amend,
    battle,
    flags,
    join,
    key,
    leave,
    made,
    missed,
    settings,
    setup,
    sides,
    step,
    void,
)  # fmt: skip
from tests.test_render import Page

TEAMS = [settings(), join(1, "Red", player="Ann"), join(2, "Blue"), join(3, "Ash")]
FIRST = battle(4, sides("Red", "Blue"), flags(5, Red=3, Blue=1))
SEALED = battle(20, sides("Red", "Ash"), step(SealStep, 21, of="plan", side="Red", hash="5ec2e7"))


def ledger(*entries):
    filed = in_order([*TEAMS, *entries])
    state = fold(filed)
    return ledger_view("Tin War", "Tin Men", state, filed, DAY), state, filed


def pages(document, view):
    """The page in each format, html as its words."""
    found = []
    for fmt in FORMATS:
        text = render(document, fmt, view, system="tin-men", roots=[built_in()])
        found.append(" ".join("".join(Page(text).words).split()) if fmt == "html" else text)
    return found


class TestLedger:
    def test_teams_with_every_resource(self):
        view, _, _ = ledger(FIRST)
        red = view.teams[0]
        assert (red.team, red.player, red.joined, red.left) == ("Red", "Ann", DAY, None)
        assert red.totals == (
            TotalView(resource="Gold", total=5),
            TotalView(resource="Fame", total=1),
            TotalView(resource="Hold", total=3),
        )
        assert (red.won, red.drew, red.lost, red.no_show, red.missed) == (1, 0, 0, 0, 0)
        assert view.resources == ("Gold", "Fame", "Hold")

    def test_a_battle_with_what_it_changed(self):
        (one,) = ledger(FIRST)[0].battles
        assert (one.number, one.tail, one.played, one.mission, one.status) == (
            1, "000004", DAY, "The ford", "recorded",
        )  # fmt: skip
        assert one.sides == (
            BattleSideView(
                name="Red",
                teams=("Red",),
                role="",
                points=3,
                outcome="won",
                degree="",
                tie=False,
                typed=False,
            ),
            BattleSideView(
                name="Blue",
                teams=("Blue",),
                role="",
                points=1,
                outcome="lost",
                degree="",
                tie=False,
                typed=False,
            ),
        )
        assert one.changes == (
            ChangeView(team="Blue", resource="Gold", asked=-2, applied=-2, total=3, cause="lost"),
            ChangeView(team="Red", resource="Fame", asked=1, applied=1, total=1, cause="won"),
            ChangeView(team="Blue", resource="Hold", asked=-1, applied=-1, total=2, cause="won"),
        )

    def test_an_open_battle_is_no_draw(self):
        """requests 5: it has neither points nor outcome, in no format."""
        view, _, _ = ledger(SEALED)
        assert [(side.points, side.outcome) for side in view.battles[0].sides] == [(None, None)] * 2
        for page in pages("ledger", view):
            assert "not recorded yet" in page
            assert "drew" not in page

    def test_a_no_show_is_not_a_loss(self):
        """requests 6."""
        view, _, _ = ledger(battle(4, sides("Red", "Blue"), flags(5, {"Blue": "no-show"})))
        assert [side.outcome for side in view.battles[0].sides] == ["won", "no-show"]
        assert (view.teams[1].lost, view.teams[1].no_show) == (0, 1)
        for page in pages("ledger", view):
            assert "0-0-0, 1 no-show" in page

    def test_asked_and_applied(self):
        """requests 3."""
        view, _, _ = ledger(adjust(5, "Blue", resource="gold", change=-9))
        event = view.events[-1]
        assert (event.event, event.teams, event.resource, event.change) == ("adjust", ("Blue",), "Gold", -9)
        assert event.changes == (
            ChangeView(team="Blue", resource="Gold", asked=-9, applied=-5, total=0, cause="adjust"),
        )
        assert view.teams[1].statuses == ("Beggar",)
        assert "−5 Gold (due: −9)" in pages("ledger", view)[0]

    def test_corrections_and_voids_are_marked(self):
        """requests 10."""
        view, _, _ = ledger(amend(FIRST, now=flags(6, Red=0, Blue=2)), void(SEALED))
        assert [(one.status, one.corrected) for one in view.battles] == [("recorded", True), ("void", True)]
        assert view.battles[0].sides[1].outcome == "won"
        page = pages("ledger", view)[0]
        assert "1. The ford · 2026-03-01 · 000004 (corrected)" in page
        assert "2. The ford · 2026-03-01 · 000014 (void)" in page

    def test_what_became_impossible(self):
        view, _, _ = ledger(battle(4, sides("Red", "Yew"), flags(5, Red=1)), missed(6, "Elm"))
        assert view.impossible == (
            ImpossibleView(
                entry="20260301T180400000Z-battle-000004", tail="000004", number=1, what="team", name="Yew"
            ),
            ImpossibleView(
                entry="20260301T180600000Z-missed-000006", tail="000006", number=None, what="team", name="Elm"
            ),
        )
        assert "Battle 1: the team Yew was not in the campaign then." in pages("ledger", view)[0]

    def test_other_entries(self):
        view, _, _ = ledger(missed(5, "Ash"), leave(6, "Ash"))
        assert [(event.event, event.teams, event.reason) for event in view.events[-2:]] == [
            ("missed", ("Ash",), ""),
            ("leave", ("Ash",), "moved away"),
        ]
        assert "• 2026-03-01 Ash left: moved away\n" in pages("ledger", view)[0]


class TestStandings:
    def test_places_and_what_decided(self):
        """requests 24: who leads and the tie-break used."""
        state = fold([*TEAMS, FIRST])
        view = standings_view("Tin War", state, DAY)
        assert [(one.place, one.shared, one.team, one.decided_by) for one in view.teams] == [
            (1, False, "Red", ""),
            (2, False, "Ash", "Resources"),
            (3, False, "Blue", "Resources"),
        ]
        assert view.teams[0].values == (
            CellView(id="beggar", value=0, text="0"),
            CellView(id="resources", value=9, text="9"),
            CellView(id="won", value=1, text="1"),
        )
        assert (view.leaders, view.decided_by, view.recorded, view.open) == (("Red",), "Resources", 1, 0)
        assert "In the lead: Red, ahead on Resources.\n" in pages("standings", view)[0]

    def test_level_teams_share_a_place(self):
        view = standings_view("Tin War", fold(TEAMS), DAY)
        assert [(one.place, one.shared) for one in view.teams] == [(1, True)] * 3
        assert view.leaders == ("Ash", "Blue", "Red")
        assert "All teams are tied.\n" in pages("standings", view)[0]

    @pytest.mark.parametrize(("played", "come"), [(1, False), (3, True)])
    def test_the_end(self, played, come):
        battles = [
            battle(10 * n, sides("Red", "Blue"), flags(10 * n + 1, Red=1)) for n in range(1, played + 1)
        ]
        view = standings_view("Tin War", fold([*TEAMS, *battles]), DAY + timedelta(days=1))
        assert view.ends == (EndView(by="battles", text="", resource="", at=3, on="", now=played, come=come),)
        assert view.over is come
        said = "It has ended." if come else "Not yet: 1 of 3 so far."
        assert f"The campaign ends after 3 battles. {said}\n" in pages("standings", view)[0]

    def test_words_for_a_key_and_no_end(self):
        rules = Standings(keys=(key("beggar", best="least", yes="yes", no="-"), key("won", show=False)))
        view = standings_view("Tin War", fold([settings(standings=rules), *TEAMS[1:]]), DAY)
        assert [column.id for column in view.columns] == ["beggar"]
        assert view.teams[0].values == (CellView(id="beggar", value=0, text="-"),)
        assert "The campaign has no set end.\n" in pages("standings", view)[0]


class TestResult:
    def test_the_sheet_and_what_it_does(self):
        _, state, _ = ledger(FIRST, battle(8, sides("Red", "Blue"), flags(9, Blue=1)))
        view = result_view(state, state.battles[0])
        assert view.lines[0] == LineView(
            side="Red",
            by="Red",
            term="flags",
            name="Flags",
            each=1,
            numbers=(3,),
            count=3,
            points=3,
            to=("Red",),
        )
        assert view.why == "most"
        assert view.does == (
            DoneView(team="Red", resource="Gold", before=5, asked=0, applied=0, total=5),
            DoneView(team="Red", resource="Fame", before=0, asked=1, applied=1, total=1),
            DoneView(team="Red", resource="Hold", before=3, asked=0, applied=0, total=3),
            DoneView(team="Blue", resource="Gold", before=5, asked=-2, applied=-2, total=3),
            DoneView(team="Blue", resource="Fame", before=0, asked=0, applied=0, total=0),
            DoneView(team="Blue", resource="Hold", before=3, asked=-1, applied=-1, total=2),
        )

    def test_rounds_that_do_not_score_are_not_shown(self):
        held = Term(id="held", name="Held", ask="How many?", per="round", from_round=3)
        score = step(ResultStep, 5, answers={"Red": {"held": (0, 0, 2, 1)}, "Blue": {"held": (0, 0, 0, 1)}})
        _, state, _ = ledger(battle(4, sides("Red", "Blue"), score, terms=(held,)))
        view = result_view(state, state.battles[0])
        assert [(line.numbers, line.count) for line in view.lines] == [((2, 1), 3), ((0, 1), 1)]
        for page in pages("result", view):
            assert "Held (2 + 1)" in page

    @pytest.mark.parametrize(
        ("result", "victory", "why", "said"),
        [
            (flags(5, Red=1), Victory(), "most", "The side with the most points wins."),
            (flags(5, Red=1, Blue=1), Victory(), "tie", "Tied on points: a draw."),
            (flags(5, {"Blue": "refused"}), Victory(), "alone", "No other side played to the end."),
            (flags(5, {"Blue": "won"}), Victory(), "typed", "The outcome was entered by hand."),
            (
                flags(5, Red=1, Blue=1),
                Victory(tie=Tie(by="order", order="edge")),
                "tie",
                "Tied on points: the side with the last move wins.",
            ),
            (
                flags(5, Red=1),
                Victory(by="threshold", role="holder", points=2),
                "threshold",
                "The holder wins with at least 2 points; otherwise its enemies win.",
            ),
        ],
    )
    def test_why(self, result, victory, why, said):
        one = battle(
            4, sides("Red", "Blue"), result,
            victory=victory, orders={"edge": ("Red", "Blue")}, roles={"Red": "holder", "Blue": "raider"},
            names={"edge.lowest": "last move"},
        )  # fmt: skip
        _, state, _ = ledger(one)
        view = result_view(state, state.battles[0])
        assert view.why == why
        for page in pages("result", view):
            assert said in page

    def test_names_as_they_were_when_the_battle_was_made(self):
        names = {"major": "great victory"}
        one = battle(4, sides("Red", "Blue"), flags(5, Red=1), victory=Victory(degree="major"), names=names)
        _, state, _ = ledger(one)
        view = result_view(state, state.battles[0])
        assert view.battle.sides[0].degree == "great victory"
        assert "Red 1, won (great victory)" in pages("result", view)[0]


class TestLog:
    def test_every_step_in_the_order_of_writing(self):
        """requests 8 and 10: who, when and why."""
        _, state, filed = ledger(amend(FIRST, now=flags(6, Red=2)))
        lines = log_view("Tin War", state, filed).lines
        assert [(line.number, line.tail, line.step, line.about, line.reason) for line in lines] == [
            (None, "000000", "settings", (), ""),
            (None, "000001", "join", ("Red",), ""),
            (None, "000002", "join", ("Blue",), ""),
            (None, "000003", "join", ("Ash",), ""),
            (1, "000004", "setup", ("The ford",), ""),
            (1, "000004", "result", (), ""),
            (1, "000004", "amend", ("result",), "misread"),
        ]
        assert {line.by for line in lines} == {"Ann"}
        assert "Corrected: result (misread)" in pages("log", log_view("x", state, filed))[0]

    def test_other_steps(self):
        rolled = step(
            RollStep, 22, test="fall", rolls=(StoredRoll(part="fall", dice=Dice.parse("D6"), faces=(4,)),)
        )
        _, state, filed = ledger(
            battle(20, sides("Red", "Ash"), step(SealStep, 21, of="plan", side="Red", hash="5e"), rolled)
        )
        assert [line.about for line in log_view("x", state, filed).lines][-3:] == [
            ("The ford",),
            ("plan", "Red"),
            ("fall",),
        ]


class TestShow:
    def test_what_was_entered(self):
        """requests 16: every field, from the ledger alone."""
        rich = setup(
            4, seed=7, wishes={"mission": "ford"}, picked=(StoredName(part="place", id="fen", name="The fen"),),
            rolls=(StoredRoll(part="weather", dice=Dice.parse("D6"), faces=(5,)),), models={"Red": 9},
            roles={"Red": "holder"}, orders={"edge": ("Blue", "Red")}, settings={"markers": 2},
        )  # fmt: skip
        one = battle(4, sides("Red", "Blue"), flags(5, Red=3, Blue=1))
        _, state, filed = ledger(amend(one, now=rich))
        view = show_view(state, filed[4])
        assert view.steps[0].terms[0].name == "Flags"
        assert FieldView(path=("answers", "Red", "flags"), values=("3",)) in view.steps[1].fields
        changed = view.steps[2].changed
        assert ChangedView(path=("seed",), old=(), new=("7",)) in changed
        assert ChangedView(path=("orders", "edge"), old=(), new=("Blue", "Red")) in changed
        assert view.steps[2].rolls[0].faces == (5,)
        for page in pages("show", view):
            for word in (
                "misread",
                "The fen",
                "weather",
                "holder",
                "Gold",
                "Fame",
                "Hold",
                "20260301T180400000Z",
            ):
                assert word in page

    def test_names_and_thresholds_of_what_was_stored(self):
        """requests 16: by the names of then, and with the count that an effect asks for."""
        raiders = Term(id="raids", name="Raids", ask="How many?", role="holder")
        effects = (
            Effect(when="term", term="raids", at_least=3, resource="hold", by=-1, role="holder"),
            Effect(when="won", resource="fame", by=2, degree="great"),
            Effect(when="played", resource="gold", by=1),
        )
        one = battle(
            4, sides("Red", "Blue"), flags(5, Red=1), terms=(FLAGS, raiders), effects=effects,
            roles={"Red": "holder"}, victory=Victory(degree="great"),
            names={"holder": "Keeper", "great": "triumph"},
        )  # fmt: skip
        _, state, filed = ledger(one)
        view = show_view(state, filed[4])
        step = view.steps[0]
        assert [term.role for term in step.terms] == ["", "Keeper"]
        assert [(each.term, each.at_least, each.role, each.degree) for each in step.effects] == [
            ("Raids", 3, "Keeper", ""),
            ("", 1, "", "triumph"),
            ("", 1, "", ""),
        ]
        assert FieldView(path=("roles", "Red"), values=("Keeper",)) in step.fields
        assert FieldView(path=("victory", "degree"), values=("triumph",)) in step.fields
        for page in pages("show", view):
            plain = page.replace("*", "")
            assert "Raids (at least 3): −1 Hold (as Keeper)" in plain
            assert "won: +2 Fame (triumph)" in plain
            assert "each side that plays to the end: +1 Gold" in plain

    def test_a_correction_shows_old_and_new(self):
        one = amend(
            FIRST, now=flags(6, Red=0, Blue=2), played=DAY + timedelta(days=1), sides=sides("Red", "Ash")
        )
        _, state, filed = ledger(one)
        view = show_view(state, filed[4])
        assert view.steps[2].changed == (
            ChangedView(path=("played",), old=("2026-03-01",), new=("2026-03-02",)),
            ChangedView(path=("sides", "Blue", "name"), old=("Blue",), new=()),
            ChangedView(path=("sides", "Blue", "teams"), old=("Blue",), new=()),
            ChangedView(path=("sides", "Ash", "name"), old=(), new=("Ash",)),
            ChangedView(path=("sides", "Ash", "teams"), old=(), new=("Ash",)),
            ChangedView(path=("answers", "Red", "flags"), old=("3",), new=("0",)),
            ChangedView(path=("answers", "Blue", "flags"), old=("1",), new=("2",)),
        )

    def test_what_is_sealed_stays_so(self):
        """requests 22."""
        _, state, filed = ledger(SEALED)
        view = show_view(state, filed[-1])
        assert view.sealed == (FieldView(path=("plan",), values=("Red",)),)
        assert "5ec2e7" not in as_json("show", view)
        for page in pages("show", view):
            assert "5ec2e7" not in page
            assert "plan, Red" in page

    @pytest.mark.parametrize("place", range(4))
    def test_any_entry(self, place):
        _, state, filed = ledger()
        view = show_view(state, filed[place])
        assert (view.of, view.number, view.result) == (filed[place].entry.kind, None, None)
        assert all(filed[place].name in page.replace("\\", "") for page in pages("show", view))


class TestJson:
    def test_every_field_is_present(self):
        view, state, filed = ledger(FIRST, SEALED)
        for kind, one in (
            ("ledger", view),
            ("standings", standings_view("x", state, DAY)),
            ("log", log_view("x", state, filed)),
            ("show", show_view(state, filed[4])),
            ("result", result_view(state, state.battles[0])),
        ):
            data = json.loads(as_json(kind, one))
            assert (data.pop("campaign"), data.pop("kind")) == (1, kind)
            assert set(data) == {each.name for each in fields(type(one))}

    def test_days_moments_and_letters(self):
        _, state, filed = ledger()
        text = as_json("log", log_view("Tín", state, filed))
        assert '"name": "Tín",\n' in text
        assert f'"at": "{made(0).isoformat()}"' in text
        assert text.endswith("}\n")


class TestEveryPageShowsEveryResource:
    """requests 1."""

    def test_it_does(self):
        view, state, filed = ledger(FIRST)
        for document, one in (
            ("ledger", view),
            ("standings", standings_view("x", state, DAY)),
            ("show", show_view(state, filed[4])),
            ("result", result_view(state, state.battles[0])),
        ):
            for page in pages(document, one):
                assert [name for name in ("Gold", "Fame", "Hold") if name not in page] == []
