"""`campaign demo`."""

from __future__ import annotations

import json


def test_a_played_campaign(run, tmp_path):
    """It ends with its ledger on the screen and the path of its page."""
    root = tmp_path / "demo"
    done = run("demo", root)
    assert done.code == 0
    page = root / "briefings" / "ledger.html"
    assert done.err == f"Wrote {page}\nThe demo campaign is in {root}.\nNext: campaign -C {root} log\n"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    where = ("-C", root)
    assert run(*where, "ledger").out in done.out
    view = json.loads(run(*where, "ledger", "--format", "json").out)
    assert len(view["teams"]) == 3
    assert {battle["status"] for battle in view["battles"]} == {"recorded", "void", "open"}
    assert any(battle["corrected"] for battle in view["battles"])
    assert run(*where, "check").code == 0
    again = run("demo", root)
    assert (again.code, again.out) == (1, "")
    assert again.err.startswith("There is already a campaign in ")


def test_without_a_folder_one_is_made(run, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("demo", "--format", "json")
    assert json.loads(done.out)["kind"] == "ledger"
    (root,) = tmp_path.iterdir()
    assert (root / "campaign.yaml").is_file()
