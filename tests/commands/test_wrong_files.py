"""Files that people have edited: what is wrong is told with its line, and what is theirs stays."""

from __future__ import annotations

import os

from tests.commands.tinmen import DAY, flat


class TestWrongFiles:
    def test_no_yaml_in_the_ledger(self, camp):
        path = camp.root / "ledger" / "20260301T100000000Z-notes-abcdef.yaml"
        path.write_text("steps: [1, 2\n", encoding="utf-8")
        for words in (("ledger",), ("setup", "--team", "red", "--team", "vas"), ("check",)):
            said = camp.refused(*words)
            assert said.startswith(f"{path}:")
            assert said.endswith("[not-yaml]\n")

    def test_unknown_keys(self, camp):
        path = camp.root / "campaign.yaml"
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}colour: red\nsetings: {{}}\n", encoding="utf-8")
        line = text.count("\n") + 1
        known = "effects, missed, paper, phases, resources, road, settings, standings, takes, tie"
        for words in (("ledger",), ("settings",), ("check",)):
            assert camp.refused(*words).splitlines() == [
                f"{path}:{line}:1: “colour” is not a known key here. Choose from: {known}. [unknown-key]",
                f"{path}:{line + 1}:1: “setings” is not a known key here. Did you mean “settings”? [unknown-key]",
            ]

    def test_paths_are_told_from_here(self, camp, run, monkeypatch):
        monkeypatch.chdir(camp.root)
        (camp.root / "ledger" / "x.yaml").write_text("- a", encoding="utf-8")
        assert run("ledger").err.startswith(f"ledger{os.sep}x.yaml:1:1: ")

    def test_a_newer_format_is_refused_untouched(self, camp):
        """Request 14."""
        camp.ford()
        path = camp.entry("red-talons-vas-kar")
        path.write_bytes(path.read_bytes().replace(b"format: 1", b"format: 2"))
        assert "[newer-format]" in camp.refused("ledger")
        assert "[newer-format]" in camp.refused("result", "--score", "red: 1")

    def test_comments_and_house_notes_survive(self, camp):
        """Request 15: what people write into the files stays, whatever is added below."""
        camp.ford()
        path = camp.entry("red-talons-vas-kar")
        text = "# We played this in the cellar.\n" + path.read_text(encoding="utf-8").replace(
            "    by: Ann\n", "    by: 'Ann'   # with one hand\n", 1
        )
        path.write_text(text, encoding="utf-8")
        camp.ok("result", "--score", "red: 1", "--yes")
        camp.ok("void", 1, "--reason", "why", "--yes")
        assert path.read_text(encoding="utf-8").startswith(text)
        yaml = camp.root / "campaign.yaml"
        words = (
            "# Our rules, as of March.\n"
            + yaml.read_text(encoding="utf-8")
            + "resources: [{id: gold, start: 6}]\n"
        )
        yaml.write_text(words, encoding="utf-8")
        camp.ok("settings", "--apply", "--played", DAY)
        assert yaml.read_text(encoding="utf-8") == words
        assert flat(camp.ok("check")).startswith("No problems")
