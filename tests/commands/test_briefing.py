"""`campaign briefing`: printed again as it was made."""

from __future__ import annotations

import json


def test_whatever_the_content_says_by_now(camp):
    """Rendered from what was stored, never from today's content."""
    camp.ford("--ground", "mud", weather=6)
    before = camp.json("briefing")
    pack = camp.root.parent / "pack"
    (pack / "missions" / "tin-men" / "the-ford.yaml").unlink()
    path = pack / "cards" / "tin-men" / "weather.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("Nobody flies.", "Everybody flies."), encoding="utf-8"
    )
    assert camp.json("briefing") == before
    assert "Nobody flies." in camp.ok("briefing")


def test_by_number_by_id_or_the_one_that_is_open(camp):
    first = camp.ford()
    assert camp.json("briefing") == camp.json("briefing", 1) == camp.json("briefing", first)
    camp.ok("result", "--score", "red: 1")
    assert camp.json("briefing", 1)["number"] == 1
    assert camp.refused("briefing").startswith("There is no open battle.")
    assert camp.refused("briefing", 2) == "There is no battle “2”. Battles are numbered 1 to 1.\n"


def test_into_a_file(camp):
    camp.ford()
    page = camp.root.parent / "b.html"
    done = camp("briefing", 1, "--format", "html", "-o", page)
    assert (done.code, done.out, done.err) == (0, "", f"Wrote {page}\n")
    assert page.read_bytes().decode() == camp.ok("briefing", 1, "--format", "html")


def test_a_lost_or_broken_print_out(camp):
    camp.ford()
    (path,) = (camp.root / "briefings").iterdir()
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:100], encoding="utf-8")
    assert "This isn’t valid JSON" in camp.refused("briefing", 1)
    data = json.loads(text)
    del data["seed"], data["mission"]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "“mission” is missing." in camp.refused("briefing", 1)
    path.unlink()
    assert camp.refused("briefing", 1).endswith("“campaign show” shows what the ledger has of it.\n")
    camp.ok("show", 1)


class TestThePicture:
    def test_beside_markdown_in_a_file(self, camp):
        camp.ford()
        page = camp.root.parent / "my page.md"
        done = camp("briefing", 1, "-o", page)
        picture = page.with_name("my page-board.svg")
        assert (done.code, done.out) == (0, "")
        assert done.err == f"Wrote {picture}\nWrote {page}\n"
        assert "](my%20page-board.svg)" in page.read_text(encoding="utf-8")
        assert picture.read_text(encoding="utf-8").startswith(
            '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        )
        assert "board.svg" not in camp.ok("briefing", 1, "--format", "markdown")

    def test_in_the_page_elsewhere(self, camp):
        camp.ford()
        assert camp.ok("briefing", 1, "--format", "html").count('<figure class="board">') == 1
        assert "┌─" in camp.ok("briefing", 1)


def places(view):
    [markers] = [each for each in view["sections"] if each["do"] == "markers"]
    return [(spot["mark"], spot["side"], spot["x"], spot["y"]) for spot in markers["placed"]]


class TestPlacing:
    def test_shown_it_changes_nothing(self, camp):
        camp.ford("--markers-each", 2)
        plain = camp.json("briefing")
        assert places(plain) == []
        shown = places(camp.json("briefing", "--place"))
        assert [mark for mark, *_ in shown] == ["1", "2", "3", "4"]
        assert len({side for _, side, *_ in shown[:2]}) == 2
        assert shown == places(camp.json("briefing", "--place"))
        assert camp.json("briefing") == plain

    def test_set_up_with_it_the_briefing_keeps_it(self, camp):
        camp.ford("--place")
        kept = places(camp.json("briefing"))
        assert len(kept) == 2
        assert "Suggested placement" in camp.ok("briefing")
        camp.ok("setup", "--reroll", "weather", "--die", "weather=2")
        assert places(camp.json("briefing")) == kept

    def test_where_nobody_places_a_marker_it_says_so(self, camp):
        camp.ford("--markers-each", 1)
        path = next((camp.root / "briefings").iterdir())
        data = json.loads(path.read_text(encoding="utf-8"))
        for section in data["sections"]:
            if section["do"] == "markers":
                section["each"] = 0
        path.write_text(json.dumps(data), encoding="utf-8")
        done = camp("briefing", "--place")
        assert (done.code, done.err) == (
            0,
            "--place has no effect: nobody places markers in this mission.\n",
        )

    def test_with_a_sheet_it_is_wrong_usage(self, camp):
        camp.ford()
        done = camp("briefing", "--sheet", "red", "--place")
        assert done.code == 2
        assert "Can’t be combined with --sheet: --place" in done.err
