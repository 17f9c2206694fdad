from __future__ import annotations

import fnmatch
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import pytest

from campaign.mechanisms.deck import JOKER
from tests.command import run_command
from tests.commands.dealing import FATES, HELD, NOTES, PLAIN, bare, card, fragments, hands, lines, stack
from tests.commands.marching import OTHERS, TWO, of, set_up, walked
from tests.commands.test_reveal import neutral, told
from tests.commands.tinmen import DAY, Camp, copied
from tests.trees import read_tree, write_tree

LIST = "campaign-site.json"


def site(camp: Camp, out: str | Path = "site") -> dict[str, bytes]:
    """Every file of the site, its list aside."""
    place = camp.root.parent / out
    camp.ok("site", place)
    return {name: data for name, data in read_tree(place).items() if name != LIST}


def said(camp: Camp, out: str | Path = "site") -> str:
    """The first line of what the command says, without the place."""
    return camp.ok("site", camp.root.parent / out).partition(" Open ")[0]


# --- what leads where ---


@dataclass
class Page(HTMLParser):
    """What a page leads to, and where it can be led to."""

    links: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)
    here: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.add(tag)
        self.links += [str(known[name]) for name in ("href", "src") if name in known]
        self.ids += [str(known["id"])] if "id" in known else []
        self.here += [str(known["href"])] if "aria-current" in known else []


def page_of(data: bytes) -> Page:
    page = Page()
    page.feed(data.decode())
    page.close()
    return page


def lost_links(files: Mapping[str, bytes]) -> list[str]:
    """Every link of every page and style that leads to no file of the site, or to no place in it."""
    pages = {name: page_of(data) for name, data in files.items() if name.endswith(".html")}
    found = []
    for name, page in pages.items():
        for link in page.links:
            path, _, place = link.partition("#")
            target = os.path.normpath(PurePosixPath(name).parent / unquote(path)) if path else name
            if target not in files or (place and place not in pages[target].ids):
                found.append(f"{name}: {link}")
    addresses = re.findall(r"url\(([^#)][^)]*)\)", files["style.css"].decode())
    return found + [f"style.css: {address}" for address in addresses if address not in files]


def test_links_are_followed():
    files = {
        "index.html": b'<a href="a/b.html#no"></a><a href="a/b.html#yes"></a><img src="x.png">',
        "a/b.html": b'<p id="yes"><a href="../index.html"></a><a href="../../index.html"></a>',
        "style.css": b"url(fonts/x.woff2)",
    }
    assert lost_links(files) == [
        "index.html: a/b.html#no", "index.html: x.png", "a/b.html: ../../index.html",
        "style.css: fonts/x.woff2",
    ]  # fmt: skip


def whole(files: Mapping[str, bytes]) -> None:
    """Nothing of a site is lost, asks for anything from elsewhere, or has a name that a system refuses."""
    assert lost_links(files) == []
    assert len({name.casefold() for name in files}) == len(files)
    assert files["style.css"].startswith(b"@font-face")
    assert files["icon.svg"].startswith(b"<svg")
    for name, data in files.items():
        assert re.fullmatch(r"([a-z]+/)?[a-z0-9-]{3,60}\.(html|css|svg|woff2)|fonts/OFL\.txt", name), name
        if name.endswith((".html", ".css")):
            assert re.findall(r"https?://|@import|url\(data:|<script|<style| style=", data.decode()) == []
        if name.endswith(".html"):
            page = page_of(data)
            assert {"header", "nav", "main", "footer", "h1"} <= page.tags
            assert len(page.ids) == len(set(page.ids))


@pytest.fixture
def played(camp: Camp) -> Camp:
    """Three battles: one corrected, one void, one open; and a team that left."""
    camp.played(3, 1)
    camp.ok("amend", 1, "--score", "vas: flags 2", "--reason", "counted again", "--yes", "--by", "Ann")
    camp.played(1, 1)
    camp.ok("void", 2, "--reason", "rain", "--yes", "--by", "Ann")
    camp.ford()
    camp.ok("team", "leave", "iron", "--reason", "moved away", "--played", DAY, "--by", "Ann")
    return camp


# --- what is in it ---


def test_a_whole_campaign(played):
    files = site(played)
    whole(files)
    kinds = sorted(re.sub(r"[0-9a-f]{6}", "…", name) for name in files if not name.startswith("fonts/"))
    assert kinds == sorted([
        "index.html", "standings.html", "ledger.html", "rules.html", "print.html", "log.html", "style.css", "icon.svg",
        "print/blank.html", "print/reference.html", "battles/red-talons-vas-kar-…-sheet.html",
        *(f"battles/red-talons-vas-kar-…{more}.html" for more in ("", "-briefing", "-entered") for _ in range(3)),
        "teams/red-talons-….html", "teams/vas-kar-….html", "teams/iron-vow-….html",
    ])  # fmt: skip


def test_the_first_page(played):
    text = bare(site(played)["index.html"].decode()).decode()
    front = re.sub(r"<[^>]*>", " ", text)
    for words in (
        "Tin war", "In the lead: Red Talons, ahead on Gold", "Not recorded yet", "Latest battles", "The ford",
        "Battle 1 · 2026-03-01 (corrected)", "All battles (3)",
    ):  # fmt: skip
        assert words in " ".join(front.split()).replace(" ,", ","), words


def test_a_battle_with_its_corrections(played):
    files = site(played)
    (entry,) = [battle["entry"] for battle in played.json("ledger")["battles"] if battle["number"] == 1]
    page = bare(files[f"battles/{entry.partition('-')[2]}.html"].decode()).decode()
    for words in ("Corrected: counted again", "Score sheet", "answers · Vas Kar · flags"):
        assert words in page
    assert 'aria-label="Battle 1"' in page


def test_where_one_is(played):
    """Of the navigation the page itself is marked, and of a battle's pages the one that is shown."""
    files = site(played)
    assert page_of(files["ledger.html"]).here == ["ledger.html"]
    for name, data in files.items():
        if name.startswith("battles/"):
            assert page_of(data).here == [f"../{name}"]


def test_a_campaign_in_which_nothing_has_happened(tmp_path):
    done = run_command("new", tmp_path / "camp", "--system", "killzone", "--played", DAY, "--by", "Ann")
    assert done.code == 0
    files = site(Camp(tmp_path / "camp"))
    whole(files)
    assert b"No results yet." in files["index.html"]


def test_a_road_for_all(march):
    walked(march, 5, 1)
    march.ok("team", "roster", "red", "--like", "line-of-iron")
    files = site(march)
    whole(files)
    front = re.sub(r"<[^>]*>", "", files["index.html"].decode())
    assert "The road has reached battle 2" in front
    assert [name for name in files if "809e2e-" in name] == [
        "teams/red-talons-809e2e-roster.html", "teams/red-talons-809e2e-sheet.html",
    ]  # fmt: skip


def test_a_road_for_each_pair(march):
    of(march, "pair")
    set_up(march, die=5)
    set_up(march, die=1, sides=OTHERS)
    set_up(march, die=1, sides=TWO)
    files = site(march)
    whole(files)
    assert len([name for name in files if name.startswith("roads/")]) == 3


def test_a_briefing_that_is_lost(played):
    min((played.root / "briefings").glob("*.json")).unlink()
    done = played("site", played.root.parent / "site")
    assert (done.code, done.err) == (0, "Left out, because briefings/ doesn’t have them: 1\n")
    files = {name: data for name, data in read_tree(played.root.parent / "site").items() if name != LIST}
    whole(files)
    assert len([name for name in files if name.endswith("-briefing.html")]) == 2


HOSTILE = (
    "<script>alert(1)</script>", '"onload="x', "../../etc/passwd", "con", "Ünter | `x` [red]\\", "\u05d0\u05d1 &",
    "x" * 60, "🎲🎲", "nul.txt", "AB & ab",
)  # fmt: skip


def test_hostile_names(tmp_path):
    words = [word for name in HOSTILE for word in ("--team", name)]
    done = run_command(
        "new", tmp_path / "camp", "--system", "killteam", "--name", "</title><b>", *words, "--by", "<i>"
    )
    assert done.code == 0, done
    camp = Camp(tmp_path / "camp")
    for one, other in zip(HOSTILE[::2], HOSTILE[1::2], strict=True):
        camp.ok("setup", "--team", one, "--team", other, "--seed", 1)
        number = len(camp.json("ledger")["battles"])
        camp.ok(
            "result",
            number,
            "--outcome",
            f"{one}=won",
            "--outcome",
            f"{other}=lost",
            "--note",
            "<u>",
            "--yes",
        )
    files = site(camp)
    whole(files)
    tags = {tag for name, data in files.items() if name.endswith(".html") for tag in page_of(data).tags}
    assert tags.isdisjoint({"script", "b", "i", "u"})
    assert len([name for name in files if name.startswith("teams/")]) == len(HOSTILE)
    # A side that is its team is not told twice, whatever the name has to be escaped for.
    assert b"</strong> [" not in files["ledger.html"]


# --- no more than everybody may ask for ---


def words(page: str) -> str:
    """What a page says, its links and the navigation aside."""
    body = page[page.index("<main") : page.index("</main>")]
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"</?a\b[^>]*>", "", body)).split())


@pytest.fixture
def shown(march: Camp, monkeypatch: pytest.MonkeyPatch) -> Camp:
    """A phase that is closed, teams with rosters, a battle recorded and an open one with sealed cards."""
    march.ok("team", "roster", "red", "--like", "line-of-iron")
    march.ok("team", "roster", "vas", "--like", "ditch-company")
    walked(march, 5)
    march.ok("phase", "close", "Spring", "--played", DAY, "--by", "Ann")
    set_up(march, die=1)
    stack(monkeypatch, PLAIN[:2], FATES[:2])
    march.ok("draw", "--no-input")
    return march


VERBS = (
    ("standings.html", "standings"),
    ("phases/phase-spring-*.html", "standings --phase spring"),
    ("ledger.html", "ledger"),
    ("road.html", "next"),
    ("rules.html", "packs rules killzone"),
    ("print/reference.html", "print reference"),
    ("print/blank.html", "print blank"),
    ("log.html", "log"),
    ("teams/red-talons-??????.html", "ledger --team red"),
    ("teams/red-talons-*-roster.html", "team show red"),
    ("teams/red-talons-*-sheet.html", "print roster red"),
    ("battles/*-briefing.html", "briefing {}"),
    ("battles/*-sheet.html", "print result 2"),
    ("battles/*-entered.html", "show {}"),
)


def test_a_page_says_what_its_verb_says_to_everybody(shown):
    """No page but the site's own, which are made of these, is anything else than a public print-out."""
    files = site(shown)
    whole(files)
    own = {"index.html", "print.html"}
    numbers = {
        battle["entry"].partition("-")[2]: battle["number"] for battle in shown.json("ledger")["battles"]
    }
    for pattern, verb in VERBS:
        for name in fnmatch.filter(files, pattern):
            number = next((number for entry, number in numbers.items() if entry in name), "")
            verbatim = shown.ok(*verb.format(number).split(), "--format", "html")
            verbatim = re.sub(r" \(rosters/[a-z-]+\.yaml\)", "", verbatim)
            assert words(files[name].decode()) == words(verbatim), name
            own.add(name)
        assert fnmatch.filter(own, pattern), pattern
    left = [name for name in files if name.endswith(".html") and name not in own]
    assert all(re.fullmatch(r"battles/[a-z-]+-[0-9a-f]{6}\.html|teams/.*", name) for name in left), left


def test_what_is_to_be_printed(shown):
    """From one page, and from where each belongs: of battles that wait, of teams with rosters, of any."""
    files = site(shown)
    sheets = {name for name in files if name.endswith("-sheet.html")}
    assert len(sheets) == 3
    assert sheets | {"print/blank.html", "print/reference.html"} <= {*page_of(files["print.html"]).links}
    (battle,) = [name for name in sheets if name.startswith("battles/")]
    assert battle in page_of(files["index.html"]).links
    for name in sheets:
        assert f"../{name}" in page_of(files[name.replace("-sheet", "")]).links
    (phase,) = [name for name in files if name.startswith("phases/")]
    assert phase in page_of(files["standings.html"]).links
    assert "print/reference.html" in page_of(files["rules.html"]).links


def test_a_roster_is_found_by_its_team_alone(tmp_path, march, monkeypatch):
    """A team may be called as a file is that lies about."""
    (tmp_path / "notes.yaml").write_text("no roster", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    march.ok("team", "join", "notes.yaml", "--played", DAY, "--by", "Ann")
    march.ok("team", "roster", "red", "--like", "line-of-iron")
    whole(site(march))


# --- secrets ---


def test_nothing_of_a_held_card_can_be_read(full):
    """Request 22: in no file of the site, its list included; the rules tell of all cards, whoever holds them."""
    words = [fragment for name in HELD for fragment in fragments(card(name))] + [*NOTES]
    words += [secret.nonce for secret in hands(full).values()]
    site(full)
    files = read_tree(full.root.parent / "site")
    seen = b"\n".join(
        bare(re.sub(r"</?(strong|bdi)>", "", data.decode()))
        for name, data in files.items()
        if not name.startswith("fonts/") and name not in ("rules.html", "print/reference.html")
    )
    assert len(words) > 200
    assert told(seen, *words) == []
    full.ok("result", "--outcome", "A=won", "--outcome", "B=lost", "--yes", "--no-input")
    shown = b"\n".join(bare(data.decode()) for name, data in site(full).items() if name.endswith(".html"))
    assert told(shown, *NOTES) == [*NOTES]


def test_a_site_is_the_same_whatever_was_drawn(kz, tmp_path, monkeypatch):
    """Request 22: hashes and moments aside, not a byte of it depends on the cards, or on what was written."""
    kz.ok("phase", "close", "Spring", "--by", "Ann")
    other = copied(kz.root.parent, tmp_path / "other")
    seen = []
    for camp, objectives, fates, note in (
        (kz, ["traitor", "thunderclap"], [JOKER, "tripwire"], "Xu"),
        (other, [JOKER, "behind-their-backs"], [JOKER, "against-the-odds"], "The second from the left"),
    ):
        stack(monkeypatch, objectives, fates)
        takes = ["courier"] if JOKER in objectives else []
        done = camp("draw", "--by", "Ann", input=lines("", *takes, note, "last word", "", "", ""))
        assert done.code == 0
        camp.ok("team", "roster", "A", "--like", "line-of-iron")
        files = site(camp)
        seen.append(
            {
                name: data if name.startswith("fonts/") else neutral(data.decode())
                for name, data in files.items()
            }
        )
    assert seen[0] == seen[1]
    for kind in ("print", "print/blank", "battles/*-sheet", "teams/a-*-sheet", "phases/*"):
        assert fnmatch.filter(seen[0], f"{kind}.html"), kind


# --- once more ---


def marks(out: Path) -> dict[str, tuple[int, int]]:
    """When each file was written, and which it is."""
    return {
        path.relative_to(out).as_posix(): (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in out.rglob("*") if path.is_file()
    }  # fmt: skip


def test_what_is_the_same_is_left_as_it_lies(played):
    out = played.root.parent / "site"
    files = site(played)
    before = marks(out)
    assert said(played) == f"Files written: 0, unchanged: {len(files)}, removed: 0."
    assert marks(out) == before
    played.ok("result", 3, "--score", "red: 1", "--score", "vas: 0", "--yes", "--by", "Ann")
    played.ok("site", out)
    (entry,) = [battle["entry"] for battle in played.json("ledger")["battles"] if battle["number"] == 3]
    own = f"battles/{entry.partition('-')[2]}"
    changed = {name for name, mark in marks(out).items() if before.get(name) != mark}
    assert {f"{own}.html", f"{own}-entered.html", "index.html", "ledger.html", LIST} <= changed
    # What was entered of another battle ends with what its teams have by now.
    assert {
        name for name in changed if name.startswith("battles/") and not name.endswith("-entered.html")
    } == {f"{own}.html", f"{own}-briefing.html"}
    assert not (out / f"{own}-sheet.html").exists()


def test_a_site_does_not_hang_on_its_past(played, tmp_path):
    """Written in steps or at once, it is the same."""
    out = played.root.parent / "site"
    played.ok("site", out)
    played.ok("result", 3, "--score", "red: 1", "--score", "vas: 0", "--yes", "--by", "Ann")
    assert site(played) == site(played, "other")


def test_a_template_of_the_group_changes_its_pages(played):
    files = site(played)
    write_tree(played.root, {"house/templates/_default/site/footer.html.j2": "<footer>Our club</footer>\n"})
    again = site(played)
    assert all((b"Our club" in data) == name.endswith(".html") for name, data in again.items())
    (played.root / "house/templates/_default/site/footer.html.j2").unlink()
    assert site(played) == files


def test_what_is_no_page_any_more_is_removed(march):
    march.ok("team", "roster", "red", "--like", "line-of-iron")
    march.ok("team", "roster", "vas", "--like", "ditch-company")
    out = march.root.parent / "site"
    files = site(march)
    (out / "CNAME").write_text("our.club\n", encoding="utf-8")
    red, vas = [name for name in files if name.endswith("-roster.html")]
    (out / vas).write_bytes(files[vas] + b"<!-- by hand -->")
    for path in (march.root / "rosters").iterdir():
        path.unlink()
    done = march("site", out)
    # Both teams and what is to be printed lead to them no more; what is made of one is gone with it.
    assert done.out.startswith(f"Files written: 3, unchanged: {len(files) - 7}, removed: 3. Open ")
    assert done.err == f"No longer part of the site, but edited by hand and kept: {vas}\n"
    assert not (out / red).exists()
    assert (out / vas).read_bytes().endswith(b"<!-- by hand -->")
    assert (out / "CNAME").read_text(encoding="utf-8") == "our.club\n"
    done = march("site", out)
    assert done.err == ""


def test_the_paper_is_the_style_s(played):
    files = site(played)
    assert b"size: A4;" in files["style.css"]
    assert played.ok("site", played.root.parent / "site", "--paper", "letter").startswith(
        "Files written: 1, "
    )
    assert b"size: letter;" in read_tree(played.root.parent / "site")["style.css"]


def test_what_was_changed_by_hand_is_written_anew(played):
    files = site(played)
    (played.root.parent / "site" / "ledger.html").write_text("by hand", encoding="utf-8")
    done = played("site", played.root.parent / "site")
    assert done.err == "Edited by hand, now overwritten: ledger.html\n"
    assert site(played) == files


def test_a_file_that_is_gone_comes_back(played):
    files = site(played)
    (played.root.parent / "site" / "ledger.html").unlink()
    assert said(played) == f"Files written: 1, unchanged: {len(files) - 1}, removed: 0."
    assert site(played) == files


@pytest.mark.parametrize("text", ["", "[]", "{", '{"entry": "x"}', '{"files": 3, "entry": "x"}'])
def test_a_list_that_can_t_be_read(played, text):
    site(played)
    (played.root.parent / "site" / LIST).write_text(text, encoding="utf-8")
    assert "that is not a site of this campaign" in played.refused("site", played.root.parent / "site")


def test_a_list_can_t_lead_anywhere_else(played):
    """Whoever wrote into it, nothing outside of the site is touched."""
    files = site(played)
    out = played.root.parent / "site"
    victim = played.root.parent / "victim.txt"
    victim.write_bytes(files["ledger.html"])
    listed = json.loads((out / LIST).read_text(encoding="utf-8"))
    own = listed["files"]["ledger.html"]
    listed["files"] |= {"../victim.txt": own, str(victim): own, "a/../../victim.txt": own}
    (out / LIST).write_text(json.dumps(listed), encoding="utf-8")
    played.ok("site", out)
    assert victim.read_bytes() == files["ledger.html"]


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_that_leads_out(played):
    site(played)
    out, away = played.root.parent / "site", played.root.parent / "away"
    (out / "teams").rename(away)
    (out / "teams").symlink_to(away, target_is_directory=True)
    before = marks(away)
    assert "points outside the site’s folder" in played.refused("site", out)
    assert marks(away) == before


# --- where it may lie ---


def test_inside_the_campaign(played):
    whole(site(played, played.root / "site"))
    played.ok("check")


@pytest.mark.parametrize(
    "place", [".", "ledger", "ledger/site", "Secrets/x", "rosters", "house/site", "briefings", ".git/x"]
)
def test_not_in_the_campaign_s_own_folders(played, place):
    assert "belongs to the campaign itself" in played.refused("site", played.root / place)


def test_not_where_something_is(played, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x.txt").write_text("x", encoding="utf-8")
    assert "already has something in it" in played.refused("site", tmp_path / "full")
    assert "is not a folder" in played.refused("site", tmp_path / "full" / "x.txt")


def test_not_over_the_site_of_another_campaign(played, tmp_path):
    site(played)
    done = run_command("new", tmp_path / "other", "--system", "killteam", "--played", DAY)
    assert done.code == 0
    before = read_tree(played.root.parent / "site")
    assert "that is not a site of this campaign" in Camp(tmp_path / "other").refused(
        "site", played.root.parent / "site"
    )
    assert read_tree(played.root.parent / "site") == before


def test_nothing_is_written_where_a_page_can_t_be(played):
    """All pages are rendered before the first is written."""
    path = max((played.root / "briefings").glob("*.json"))
    path.write_text("{", encoding="utf-8")
    out = played.root.parent / "site"
    assert "This isn’t valid JSON" in played.refused("site", out)
    assert not out.exists()


def test_a_disk_that_refuses(played, monkeypatch):
    out = played.root.parent / "site"
    files = site(played)
    played.ok("result", 3, "--score", "red: 1", "--score", "vas: 0", "--yes")
    replace, left = Path.replace, [3]

    def full_disk(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device", str(self))
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full_disk)
        assert "No space left on device" in played.refused("site", out)
    assert not [path for path in out.rglob("*") if path.name.endswith(".new")]
    whole(site(played))
    assert set(site(played)) == {name for name in files if not re.search("battles/.*-sheet", name)}
