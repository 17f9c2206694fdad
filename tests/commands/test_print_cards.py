"""`campaign print cards`: decks, copies, blank cards, what somebody holds; and what `check` says of long ones."""

from __future__ import annotations

import os
import re
import stat
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.commands.dealing import FORMATS, HELD, NOTES, bare, card, fragments
from tests.commands.test_reveal import told
from tests.test_render import HOSTILE

DECK = """
format: 1
kind: deck
name: Plots
jokers: 2
rows:
  - {id: spy, name: SPY, concept: Nobody looks., text: It sees., playable: When they sleep.}
  - {id: crow, name: CROW, text: It caws., origin: public, rules: []}
"""


@pytest.fixture
def plots(camp):
    """The made-up game with a deck of two cards and two jokers in its house/."""
    folder = camp.root / "house" / "cards" / "tin-men"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plots.yaml").write_text(DECK, encoding="utf-8")
    return camp


class Cards(HTMLParser):
    """The fronts and backs on each sheet."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.sheets: list[list[str]] = []
        self.tags: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        names = (dict(attrs).get("class") or "").split()
        if "card-sheet" in names:
            self.sheets.append([])
        if {"card", "no-card"} & set(names):
            kind = "back" if "card-back" in names else "none" if "no-card" in names else "front"
            self.sheets[-1].append(kind)

    def handle_data(self, data):
        self.words += data


class TestDecks:
    def test_a_deck_with_its_jokers(self, plots):
        view = plots.json("print", "cards", "plots")
        assert [one["name"] for one in view["cards"]] == ["SPY", "CROW", "Joker", "Joker"]
        assert [one["name"] for one in view["decks"]] == ["Plots"]
        spy, crow = view["cards"][:2]
        assert [(line["kind"], line["label"], line["text"]) for line in spy["lines"]] == [
            ("concept", "", "Nobody looks."), ("text", "", "It sees."), ("playable", "Playable:", "When they sleep."),
        ]  # fmt: skip
        assert (spy["house"], spy["foot"], crow["foot"]) == (True, "house", "house")

    def test_by_its_name_and_any_beginning(self, plots):
        assert plots.json("print", "cards", "Plo")["cards"] == plots.json("print", "cards", "plots")["cards"]

    def test_all_but_tables_without_a_name(self, plots):
        decks = [one["id"] for one in plots.json("print", "cards")["decks"]]
        assert decks == ["grounds", "plans", "plots"]
        assert plots.json("print", "cards", "weather")["decks"][0]["id"] == "weather"

    def test_copies(self, plots):
        view = plots.json("print", "cards", "plots", "--copies", 3)
        assert [one["name"] for one in view["cards"]] == ["SPY"] * 3 + ["CROW"] * 3 + ["Joker"] * 6
        assert len(view["sheets"]) == 2

    def test_backs(self, plots):
        page = Cards(plots.ok("print", "cards", "plots", "--copies", 3, "--backs", "--format", "html"))
        assert page.sheets == [
            ["front"] * 9, ["back"] * 9, ["front"] * 3, ["back"] * 3,
        ]  # fmt: skip
        page = Cards(plots.ok("print", "cards", "plots", "--backs", "--format", "html"))
        assert page.sheets == [["front"] * 4 + ["none"] * 2, ["back"] * 3 + ["none"] * 2 + ["back"]]

    def test_a_die_stands_beside_a_choice(self, camp):
        assert [one["mark"] for one in camp.json("print", "cards", "plans")["cards"]][:2] == ["1", "2"]

    def test_more_than_are_printed_at_once(self, run):
        done = run("print", "cards", "--system", "killzone", "--copies", 20, "--format", "html")
        assert done.code == 0
        done = run("print", "cards", "missions-2", "--system", "nothing")
        assert (done.code, "There is no game system “nothing”." in done.err) == (1, True)

    def test_an_unknown_deck(self, plots):
        done = plots("print", "cards", "nothing")
        assert (done.code, done.out) == (1, "")
        assert "nothing" in done.err

    def test_a_game_outside_of_a_campaign(self, run):
        done = run("print", "cards", "fates", "--system", "killzone", "-o", "fates.html")
        assert (done.code, done.out, done.err) == (0, "", "Wrote fates.html\n")
        assert Cards(Path("fates.html").read_text(encoding="utf-8")).sheets == [
            ["front"] * 9,
            ["front"] * 7 + ["none"] * 2,
        ]

    @pytest.mark.parametrize("shape", FORMATS)
    def test_every_format_has_every_text(self, plots, shape):
        shown = bare(plots.ok("print", "cards", "plots", "--format", shape)).decode()
        for text in ("SPY", "Nobody looks.", "It sees.", "When they sleep.", "CROW", "It caws.", "Joker"):
            assert text in shown


class TestBoards:
    """A card with a board has its picture where it is printed, and the places in words everywhere else."""

    WORDS = ('18" × 6" in the bottom right corner', '6" from the left, 30" from the top')

    @pytest.mark.parametrize("shape", FORMATS)
    def test_every_format_tells_the_places(self, run, shape):
        shown = run("print", "cards", "deployments", "--system", "starcraft", "--format", shape).out
        for words in self.WORDS:
            assert bare(words) in bare(shown)

    def test_a_page_shows_them_and_tells_those_who_cannot_see(self, run):
        page = run("print", "cards", "deployments", "--system", "starcraft", "--format", "html").out
        assert 'class="place"' not in page
        assert page.count("<figure") == page.count("<desc") == 10
        [first, *_] = re.findall(r"(?s)<desc[^>]*>(.*?)</desc>", page)
        assert all(words in unescape(first) for words in self.WORDS)
        assert 'Char Plains: the battlefield, 36" wide' in unescape(page)

    def test_ids_are_unique_and_every_reference_has_its_own(self, run):
        page = run(
            "print", "cards", "deployments", "--system", "starcraft", "--copies", 2, "--format", "html"
        ).out
        ids = re.findall(r'\bid="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        told = [each for names in re.findall(r'aria-labelledby="([^"]+)"', page) for each in names.split()]
        assert {*told, *re.findall(r'="url\(#([^)]+)\)"', page)} <= set(ids)


class TestBlank:
    def test_so_many(self, plots):
        page = Cards(plots.ok("print", "cards", "plots", "--blank", 10, "--format", "html"))
        assert page.sheets == [["front"] * 9, ["front"] + ["none"] * 2]
        assert page.words.count("Plots") == 10
        page = Cards(plots.ok("print", "cards", "--blank", 2, "--backs", "--format", "html"))
        assert page.sheets == [["front"] * 2 + ["none"], ["none"] + ["back"] * 2]
        for shape in ("terminal", "markdown"):
            assert "____" in bare(plots.ok("print", "cards", "--blank", 2, "--format", shape)).decode()

    def test_wrong_usage(self, plots):
        for words in (("--blank", 0), ("--blank", 2, "--copies", 2), ("--copies", 0)):
            done = plots("print", "cards", *words)
            assert (done.code, done.out) == (2, "")


class TestHeld:
    @pytest.mark.parametrize("suffix", ["html", "md", "json"])
    def test_a_team_s_own_and_nothing_else(self, full, suffix):
        full.ok("print", "cards", "--team", "A", "--backs", "-o", f"a.{suffix}")
        text = bare(Path(f"a.{suffix}").read_text(encoding="utf-8"))
        own = [card("traitor"), card("first-cut")]
        mine = {word for one in own for word in fragments(one)}
        other = [word for name in HELD[1::2] for word in fragments(card(name)) if word not in mine]
        assert told(text, *other, NOTES[1]) == []
        assert set(told(text, NOTES[0], *(one.name for one in own))) == {NOTES[0], "TRAITOR", "FIRST CUT"}
        assert b"nonce" not in text

    def test_on_the_screen_the_device_goes_round(self, full):
        done = full("print", "cards", 1, "--team", "A", input="\n\n")
        assert (done.code, done.out.count("TRAITOR")) == (0, 0)
        assert done.err.count("TRAITOR") == 1
        assert full("print", "cards", 1, "--team", "A", input="").code == 130

    def test_never_into_the_campaign_s_own_files(self, full):
        before = full.tree()
        for place in ("ledger/a.html", "Secrets/a.html", "campaign.yaml", "house/a.html", ".git/a.html"):
            done = full("print", "cards", "--team", "A", "-o", full.root / place)
            assert done.code == 1
        assert full.tree() == before

    @pytest.mark.skipif(os.name == "nt", reason="Windows knows no such thing")
    def test_a_file_of_secrets_is_for_its_owner_to_read(self, full):
        for name, words in (
            ("a.html", ("print", "cards", "--team", "A")),
            ("b.html", ("print", "sealed", "A")),
            ("c.html", ("briefing", "--sheet", "A")),
        ):
            full.ok(*words, "-o", name)
            assert stat.S_IMODE(Path(name).stat().st_mode) == 0o600

    def test_a_battle_without_cards(self, played):
        assert played.refused("print", "cards", 1, "--team", "red").startswith("Battle 1 deals no cards.")

    def test_the_game_is_the_campaign_s(self, full):
        assert full("print", "cards", "--team", "A", "--system", "killzone", "-o", "a.html").code == 2

    def test_who_holds_nothing(self, kz):
        done = kz("print", "cards", "--team", "A", "-o", "a.html")
        assert (done.code, "A holds no sealed cards in battle 1." in done.err) == (1, True)
        assert not Path("a.html").exists()

    def test_a_public_print_out_has_no_secret(self, full):
        for shape in FORMATS:
            seen = bare(full.ok("print", "cards", "--format", shape))
            assert told(seen, *NOTES) == []

    def test_wrong_usage(self, full):
        for words in (("--copies", 2), ("--blank", 2)):
            assert full("print", "cards", "--team", "A", *words).code == 2

    def test_a_lost_secret_is_told(self, full):
        for path in (full.root / "secrets").rglob("*.yaml"):
            path.unlink()
        full.ok("print", "cards", "--team", "A", "-o", "a.md")
        assert "The sealed file is missing." in Path("a.md").read_text(encoding="utf-8")


class TestCheck:
    def test_a_card_that_does_not_fit(self, plots):
        file = plots.root / "house" / "cards" / "tin-men" / "plots.yaml"
        plots.ok("check")
        file.write_text(DECK.replace("It sees.", "It sees. " * 160), encoding="utf-8")
        done = plots("check")
        assert done.code == 1
        assert re.search(
            r"plots\.yaml:7:\d+: The card “SPY” is too long to print: \d+ lines too many\. .* \[card-does-not-fit\]\n$",
            done.err,
        )
        done = plots("print", "cards", "plots", "-o", "plots.html")
        assert (done.code, done.err) == (0, "Wrote plots.html\nToo long for a card: SPY. Shorten the text.\n")

    def test_a_folder_of_content_too(self, plots):
        house = plots.root / "house"
        assert plots("check", house).code == 0


@pytest.mark.parametrize("name", sorted(set(HOSTILE) - {"half", "ansi", "separators", "lines"}))
def test_hostile_names_leave_every_format_intact(plots, name):
    import json

    quoted = json.dumps(HOSTILE[name], ensure_ascii=True)
    rows = f"  - {{id: x, name: {quoted}, text: {quoted}, concept: {quoted}, playable: {quoted}}}\n"
    file = plots.root / "house" / "cards" / "tin-men" / "plots.yaml"
    file.write_text(DECK + rows, encoding="utf-8")
    plain = Cards(plots.ok("print", "cards", "grounds", "--format", "html"))
    for shape in FORMATS:
        text = plots.ok("print", "cards", "plots", "--format", shape)
        assert "\x1b" not in text
        if shape == "html":
            page = Cards(text)
            assert page.tags - plain.tags <= {"b", "bdi", "div"}
            assert len(page.sheets) == 1
