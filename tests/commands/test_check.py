"""`campaign check`: every problem at once, with code, file, line, column and remedy."""

from __future__ import annotations

import json


def test_no_problems(camp):
    assert camp.ok("check") == f"No problems found in {camp.root}.\n"
    pack = camp.root.parent / "pack"
    assert camp.ok("check", pack) == f"No problems found in {pack}.\n"


def test_the_campaign_at_hand(camp, run, monkeypatch):
    """The nearest folder upwards."""
    monkeypatch.chdir(camp.root / "ledger")
    assert run("check").out == f"No problems found in {camp.root}.\n"


def broken(camp):
    """One fault in each part: campaign.yaml, house/, the ledger; in the files' order."""
    (camp.root / "campaign.yaml").write_text(
        "format: 1\nname: Tin war\nsystem: tin-men\npacks: [../pack]\nsettings: {markers_eech: 2}\n",
        encoding="utf-8",
    )
    house = camp.root / "house" / "cards" / "tin-men"
    house.mkdir(parents=True)
    (house / "weather.yaml").write_text(
        "kind: table\nrows: [{id: fog, on: 6, name: Fog}]\n", encoding="utf-8"
    )
    (camp.root / "ledger" / "notes.yaml").write_text("a: [1\n", encoding="utf-8")


def test_every_problem_at_once(camp):
    broken(camp)
    done = camp("check")
    assert (done.code, done.out) == (1, "")
    lines = done.err.splitlines()
    places = [line.removeprefix(f"{camp.root}/").partition(": ")[0] for line in lines]
    assert [place.partition(":")[0] for place in places] == [
        "campaign.yaml", "house/cards/tin-men/weather.yaml", "ledger/notes.yaml",
    ]  # fmt: skip
    assert [line.rpartition(" ")[2] for line in lines] == ["[setting]", "[no-such-row]", "[not-yaml]"]


def test_as_data_and_as_a_page(camp):
    broken(camp)
    done = camp("check", "--format", "json")
    view = json.loads(done.out)
    assert (done.code, view["campaign"], view["kind"], view["place"]) == (1, 1, "problems", "camp")
    assert [(one["path"], one["code"]) for one in view["problems"]][1:] == [
        ("house/cards/tin-men/weather.yaml", "no-such-row"), ("ledger/notes.yaml", "not-yaml"),
    ]  # fmt: skip
    assert view["problems"][1]["line"] == 2
    for shape in ("markdown", "html"):
        done = camp("check", "--format", shape)
        assert done.code == 1
        assert "no-such-row" in done.out
        assert "ledger/notes.yaml" in done.out
    done = camp("check", "--output", camp.root.parent / "problems.txt")
    assert (done.code, done.out) == (1, "")
    assert "no-such-row" in (camp.root.parent / "problems.txt").read_text(encoding="utf-8")


def test_neither_campaign_nor_content(run, tmp_path, apart):
    said = "is neither a campaign nor a folder of content. Name a folder that is one or the other.\n"
    assert run("check", tmp_path).err == f"{tmp_path} {said}"
    assert run("check", tmp_path / "nowhere").err == f"{tmp_path / 'nowhere'} {said}"
    assert run("check").err == f"{apart / 'here'} {said}"
