from __future__ import annotations

import json
import re
from datetime import date

import pytest

from campaign.content.library import ContentRoot, Library, built_in
from campaign.content.made_battle import SetupRequest, settings_of
from campaign.content.procedure import make
from campaign.errors import Refusal
from campaign.files.schema import structure
from campaign.ledger.entries import Side
from campaign.mechanisms.dice import DiceLog, SeededDice
from campaign.printing.briefing import Briefing, brief
from campaign.printing.json import as_json
from campaign.printing.render import FORMATS, render
from campaign.record import fields
from tests.test_render import Page

NAMES = ("Red Talons", "Vas Kar", "Grey Company", "The Ninth")
RESOURCES = ("Intelligence", "Materiel", "Morale", "Territory")


def briefing(sides: int, mission: str = "covert-war", **settings: int) -> Briefing:
    library = Library("killteam", [built_in()])
    wishes = SetupRequest(
        sides=tuple(Side(name=name, teams=(name,)) for name in NAMES[:sides]),
        mission=mission,
        picks={"killzone": "sector-imperialis"},
        settings=settings_of(library.system(), settings),
    )
    made = make(library, wishes, DiceLog(SeededDice(7)))
    name = "20261130T100000000Z-red-talons-vas-kar-3fa09c"
    return brief(made, date(2026, 11, 30), 7, battle=name, number=4, campaign="Winter War")


def drafted(minerals: int) -> Briefing:
    """A battle whose mission and board come out of a draft."""
    library = Library("starcraft", [built_in()])
    wishes = SetupRequest(
        sides=tuple(Side(name=name, teams=(name,)) for name in NAMES[:2]),
        settings=settings_of(library.system(), {"minerals": minerals}),
    )
    return brief(make(library, wishes, DiceLog(SeededDice(7))), date(2026, 11, 30), 7)


def text(fmt, found: Briefing, **options) -> str:
    return render("briefing", fmt, found, system=found.system, roots=[built_in()], **options)


def settled(page: str, found: Briefing) -> str:
    """Without the content's version, which every change of any mission moves."""
    assert page.count(found.content) == 1
    return page.replace(found.content, "0123456789")


class TestTheDocument:
    @pytest.mark.parametrize("fmt", FORMATS)
    @pytest.mark.parametrize("sides", [2, 3, 4])
    def test_as_printed(self, golden, fmt, sides):
        found = briefing(sides, scouting=1)
        golden.document(f"briefing-covert-war-{sides}", fmt, settled(text(fmt, found), found))

    @pytest.mark.parametrize("fmt", FORMATS)
    @pytest.mark.parametrize("minerals", [1000, 2000])
    def test_a_draft_as_printed(self, golden, fmt, minerals):
        found = drafted(minerals)
        golden.document(f"briefing-draft-{minerals}", fmt, settled(text(fmt, found), found))

    def test_a_draft_has_what_its_kind_has(self):
        sections = json.loads(as_json("briefing", drafted(1000)))["sections"]
        found = {each["do"]: set(each) - {"id", "do", "name", "text", "rules"} for each in sections}
        assert found["size"] == {"size", "about", "width", "height", "budgets"}
        assert found["draft"] == {"first", "rows"}
        assert found["supply"] == {"pools"}

    def test_the_same_seed_gives_the_same_bytes(self):
        """requests 20: both seed and content version stand on it."""
        first, second = (text("terminal", briefing(2)) for _ in range(2))
        assert first == second
        assert re.search(r"^Seed +7$", first, re.MULTILINE)
        assert re.search(rf"^Content +{briefing(2).content}$", first, re.MULTILINE)

    @pytest.mark.parametrize("mission", Library("killteam", [built_in()]).mission_ids())
    @pytest.mark.parametrize("fmt", FORMATS)
    def test_every_mission_can_be_printed(self, fmt, mission):
        """requests 18: what each objective is worth, and what each outcome does."""
        layouts = Library("killteam", [built_in()]).mission(mission).layouts
        for layout in layouts:
            found = briefing(layout.sides, mission)
            page = text(fmt, found)
            plain = " ".join(("".join(Page(page).words) if fmt == "html" else page).split())
            for name in (*RESOURCES, *(term.name for term in found.terms), "won", "drew", "lost"):
                assert name.replace("_", r"\_") in plain
            assert len(re.findall(r"\d points? ?(each)?", plain)) >= len(found.terms)
            for part in (roll.part for roll in found.rolls):
                assert part in plain

    def test_stored_and_read_back_it_is_the_same(self):
        found = briefing(3, scouting=1)
        data = json.loads(as_json("briefing", found))
        assert (data.pop("campaign"), data.pop("kind")) == (1, "briefing")
        assert structure(Briefing, data) == (found, [])
        assert set(data) == {each.name for each in fields(Briefing)}

    def test_a_section_has_what_its_kind_has(self):
        """JSON: a section's fields are those of its `do`, always present, and no others."""
        pages = [briefing(2, "the-witness"), briefing(2, scouting=1)]
        sections = [each for page in pages for each in json.loads(as_json("briefing", page))["sections"]]
        head = {"id", "do", "name", "text", "rules"}
        found = {section["do"]: set(section) - head for section in sections}
        assert found == {
            "mission": {"lines", "notes", "rows", "way"},
            "battlefield": {"width", "height", "zones", "markers", "lines"},
            "pick": {"rows"},
            "order": {"dice", "highest", "lowest", "places"},
            "roles": {"notes"},
            "markers": {"markers", "each", "apart", "edge", "order", "placed"},
            "choice": {"notes", "chosen"},
            "deployment": {
                "width", "height", "zones", "divides", "chooses", "order", "turn", "apart", "before", "lines",
            },
            "length": {"rounds", "more", "lines"},
            "table": {"rows"},
            "score": {
                "terms", "victory", "victory_role", "victory_points", "lead", "degree", "tie", "tie_place",
                "tie_degree", "effects", "takes",
            },
        }  # fmt: skip

    def test_a_field_of_another_kind_is_none_of_its_own(self, tree):
        wrong = "{% for section in view.sections %}{{ section.chosen }}{% endfor %}"
        folder = tree({"house/templates/_default/briefing.j2": wrong})
        roots = [built_in(), ContentRoot(folder / "house", "house", house=True)]
        with pytest.raises(Refusal, match="has no attribute 'chosen'"):
            render("briefing", "terminal", briefing(2), system="killteam", roots=roots)


class TestWhatItSays:
    def test_outcomes_and_resources(self):
        """requests 18: a line for each outcome, `nothing` where it does nothing."""
        page = text("terminal", briefing(2, "broken-parley"))
        start = page.index("Effects on resources")
        assert page[start:].split("\n\n")[1].split("\n") == [
            "won                   nothing",
            "drew                  nothing",
            "lost                  −1 Morale",
            "Leader out of action  −1 Morale",
        ]

    def test_the_result_sheet_has_every_resource(self):
        """requests 1: every print-out shows all four."""
        lines = text("terminal", briefing(2)).splitlines()
        assert lines[-4:] == [
            "Resources afterwards  Intelligence  Materiel  Morale  Territory",
            "────────────────────  ────────────  ────────  ──────  ─────────",
            "Red Talons            ______        ______    ______  ______",
            "Vas Kar               ______        ______    ______  ______",
        ]

    def test_a_win_and_a_tie(self):
        page = text("markdown", briefing(2))
        assert "- The side with the most points wins (major victory).\n" in page
        assert "- Tied on points: the side with the least strategic advantage wins (minor victory).\n" in page

    def test_zones_are_told_in_inches(self):
        page = text("markdown", briefing(3))
        assert '- **the left third**: 14.67" × 30" along the left edge\n' in page
        assert '- **the upper part of the right two thirds**: 29.33" × 15" in the top right corner\n' in page

    @pytest.mark.parametrize("width", [25, 40, 60, 80, 100])
    def test_a_terminal_of_any_width(self, width):
        page = text("terminal", briefing(4, scouting=1), width=width)
        assert max(map(len, page.splitlines())) <= width

    @pytest.mark.parametrize("width", [25, 80])
    def test_practice_has_no_id(self, width):
        from campaign.record import replace

        page = text(
            "terminal", replace(briefing(2), battle="", number=0, seed=None, campaign_name=""), width=width
        )
        assert "practice, not in the ledger" in " ".join(page.split())
        assert re.search(r"^Seed +your own dice$", page, re.MULTILINE)
