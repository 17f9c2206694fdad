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
    assert camp.refused("briefing").startswith("No battle is open.")
    assert camp.refused("briefing", 2) == "There is no battle “2”. There are 1: write 1 to 1.\n"


def test_into_a_file(camp):
    camp.ford()
    page = camp.root.parent / "b.html"
    done = camp("briefing", 1, "--format", "html", "-o", page)
    assert (done.code, done.out, done.err) == (0, "", f"Written: {page}\n")
    assert page.read_bytes().decode() == camp.ok("briefing", 1, "--format", "html")
    assert camp.refused("briefing", 1, "-o", camp.root.parent / "no" / "b.html").startswith(
        f"{camp.root.parent / 'no' / 'b.html'} could not be written: "
    )


def test_a_lost_or_broken_print_out(camp):
    camp.ford()
    (path,) = (camp.root / "briefings").iterdir()
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:100], encoding="utf-8")
    assert "This isn’t JSON" in camp.refused("briefing", 1)
    data = json.loads(text)
    del data["seed"], data["mission"]
    path.write_text(json.dumps(data), encoding="utf-8")
    assert "“mission” is missing." in camp.refused("briefing", 1)
    path.unlink()
    assert camp.refused("briefing", 1).endswith("“campaign show” tells what the ledger knows.\n")
    camp.ok("show", 1)
