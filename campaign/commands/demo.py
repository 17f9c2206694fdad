"""`campaign demo`: a small campaign, told by a system's demo.yaml and played through the real code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from campaign.commands.adjust import adjust, missed
from campaign.commands.amend import AmendOptions, correction
from campaign.commands.battles import record_battle
from campaign.commands.new import new
from campaign.commands.result import no_result, record, steps_of
from campaign.commands.void import void_steps
from campaign.content.made_battle import SetupRequest
from campaign.errors import Refusal
from campaign.files.schema import read_record
from campaign.files.yamlfile import read
from campaign.ledger.answers import with_outcomes, with_scores
from campaign.ledger.entries import Side
from campaign.ledger.entries_io import Author, append
from campaign.mechanisms.dice import DiceByPart, SeededDice
from campaign.record import Record, field
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import ContentRoot


class DemoBattle(Record):
    """A battle of the demo; without scores and outcomes it stays open."""

    sides: tuple[str, ...]
    seed: int
    mission: str | None = None
    picks: dict[str, str] = field(default_factory=dict)
    dice: dict[str, int] = field(default_factory=dict)
    scores: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    note: str = ""
    scores_amended: tuple[str, ...] = ()
    reason: str = ""
    voided: str = ""


class DemoMissedGame(Record):
    """A team that missed a game."""

    team: str
    reason: str


class DemoAdjustment(Record):
    """A resource changed by hand."""

    team: str
    resource: str
    change: int
    reason: str


class DemoScript(Record):
    """`missions/<system>/demo.yaml`."""

    format: Literal[1]
    name: str
    teams: tuple[str, ...]
    battles: tuple[DemoBattle, ...]
    missed: tuple[DemoMissedGame, ...] = ()
    adjusted: tuple[DemoAdjustment, ...] = ()
    open: DemoBattle | None = None


def system_with_demo(roots: Sequence[ContentRoot]) -> tuple[str, Path]:
    """The first system that tells a demo, and the file. Raises Refusal where none does."""
    for root in roots:
        for path in sorted(root.folder.glob("missions/*/demo.yaml")):
            return path.parent.name, path
    raise Refusal(
        say("No installed game system comes with a demo."), say("Start a campaign with “campaign new”.")
    )


def play_demo(root: Path, roots: Sequence[ContentRoot], author: Author) -> Campaign:
    """Writes the demo's campaign: one battle a day, ending today."""
    system, path = system_with_demo(roots)
    script = read_record(read(path), DemoScript)
    first = author.at.date() - timedelta(days=len(script.battles))
    folder = new(
        root,
        name=script.name,
        system=system,
        teams=script.teams,
        settings={},
        packs=(),
        author=author,
        played=first,
    )
    for day, battle in enumerate(script.battles, start=1):
        _play(folder, battle, author, day - len(script.battles))
    for gone in script.missed:
        missed(folder, [gone.team], gone.reason, author, author.at.date())
    for each in script.adjusted:
        adjust(folder, [each.team], each.resource, each.change, each.reason, author, author.at.date())
    if script.open is not None:
        _make(folder, script.open, author, 0)
    return folder


def _make(campaign: Campaign, told: DemoBattle, author: Author, day: int) -> str:
    wishes = SetupRequest(
        sides=tuple(Side(name=team, teams=(team,)) for team in told.sides),
        mission=told.mission,
        picks=told.picks,
    )
    source = DiceByPart({part: (face,) for part, face in told.dice.items()}, SeededDice(told.seed))
    played = author.at.date() + timedelta(days=day)
    return record_battle(campaign, wishes, source, told.seed, author, played).tail


def _play(campaign: Campaign, told: DemoBattle, author: Author, day: int) -> None:
    battle = campaign.battle(_make(campaign, told, author, day))
    fielded = campaign.fielded(battle)
    result = with_scores(no_result(author, told.note), battle, told.scores, fielded)
    result = with_outcomes(result, battle, told.outcomes)
    record(campaign, battle, steps_of(campaign, battle, result, author))
    battle = campaign.battle(battle.filed.tail)
    if told.scores_amended:
        wanted = AmendOptions(score=told.scores_amended, reason=told.reason)
        steps, files = correction(campaign, battle.filed, wanted, author, None)
        campaign.write([append(battle.filed, steps)], files)
    if told.voided:
        campaign.write([append(battle.filed, void_steps(battle.filed, told.voided, False, author))])
