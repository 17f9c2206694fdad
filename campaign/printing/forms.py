"""Forms for the table: a battle's result, known or not yet; a roster with its boxes; a secret to be folded.

An answer's box has the number at which `campaign result` asks for it, so that a sheet is typed in from top
to bottom; what cannot be known stays empty, and a template leaves room for it.
"""

from __future__ import annotations

from datetime import date

from campaign.printing.briefing import SideView
from campaign.printing.rosters import ModelView, RosterView
from campaign.printing.sections.score import ScoreSection
from campaign.printing.views import CardText, Note, TermView
from campaign.record import Record


class AnswerBox(Record):
    """Where one answer goes: its number in the order of asking (0: not asked), the team where a side has
    two, the rounds that score, the numbers that were scored already.
    """

    number: int = 0
    team: str = ""
    rounds: tuple[int, ...] = ()
    scored: tuple[int, ...] = ()


class FormRow(Record):
    """A term, its question, and the boxes of each side; a side that cannot score it has none."""

    term: TermView
    ask: str
    boxes: tuple[tuple[AnswerBox, ...], ...]


class KillLine(Record):
    """Models alike: `points` is what one costs, `value` what killing one scores."""

    name: str
    count: int
    points: int
    value: int
    leader: bool


class KillsView(Record):
    """The models of a team, to be ticked by those who killed them; `into` are the boxes that take the sum."""

    team: str
    term: str
    into: tuple[AnswerBox, ...]
    models: tuple[KillLine, ...]


class TeamRow(Record):
    """A team with what it has of each resource before the battle; None where that is not known."""

    team: str
    player: str = ""
    before: tuple[int | None, ...] = ()


class ResultForm(Record):
    """A result sheet. Sides without a name are written in by hand; `score` says who wins, where it is known.

    `by_round` are the rounds of a sheet that knows no mission, and `spare` its rows for what scores.
    """

    system_name: str
    campaign_name: str = ""
    number: int = 0
    tail: str = ""
    played: date | None = None
    mission: str = ""
    sides: tuple[SideView, ...]
    rows: tuple[FormRow, ...]
    spare: int = 0
    by_round: tuple[int, ...] = ()
    score: ScoreSection | None = None
    kills: tuple[KillsView, ...] = ()
    resources: tuple[str, ...] = ()
    teams: tuple[TeamRow, ...] = ()


class RosterLine(Record):
    """A line of a roster with its stats in the order of the columns, and how often each model can be hurt
    (0: no stat says so).
    """

    model: ModelView
    values: tuple[str, ...]
    wounds: int


class RosterForm(Record):
    """A roster sheet; without a `roster` it has `spare` empty lines. A stat's mark heads its column."""

    system_name: str
    campaign_name: str = ""
    team: str
    player: str = ""
    stats: tuple[Note, ...]
    roster: RosterView | None = None
    lines: tuple[RosterLine, ...] = ()
    spare: int = 0


class EnvelopeView(Record):
    """What somebody holds in secret, to be folded: `cards` and `choices` lie inside, and nothing else of the
    battle's secrets; everything besides is public. A choice's name is what it was asked as, a seal's text its
    holder and its mark the hash.
    """

    system_name: str
    campaign_name: str
    number: int
    tail: str
    played: date
    mission: str
    holder: str
    cards: tuple[CardText, ...]
    choices: tuple[Note, ...]
    decks: tuple[Note, ...]
    seals: tuple[Note, ...]
