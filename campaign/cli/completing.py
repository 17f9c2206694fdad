"""What the shell offers on Tab: missions, teams, battles and the like of the campaign at hand.

Read lazily, and without a word: whatever is wrong with a campaign, nothing is offered then and nothing is
written, not even what an earlier command left unfinished.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from campaign.errors import Refusal, refuse

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.content.library import Library
    from campaign.ledger.battle import Battle


Offers = Iterable[tuple[str, str]]


class _Offer(str):
    """A word for the shell. Typer drops what doesn't begin with the very letters that were typed; we match
    as the commands do, case and accents aside, and so say yes to whatever we have chosen.
    """

    __slots__ = ()

    def startswith(self, *_: Any) -> bool:
        return True


def _offered(found: Callable[[typer.Context], Offers]) -> Callable[..., list[tuple[str, str]]]:
    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        from campaign.names import plain

        try:
            begins = [(word, note) for word, note in found(ctx) if plain(word).startswith(plain(incomplete))]
        except (Refusal, OSError, ValueError):
            return []
        return [(_Offer(_quoted(word)), note) for word, note in begins]

    return complete


def _quoted(word: str) -> str:
    """The word as one argument, in the shells that do not see to that themselves."""
    shell = os.environ.get("_CAMPAIGN_COMPLETE", "").rpartition("_")[2]
    if shell in ("powershell", "pwsh") and " " in word:
        return "'" + word.replace("'", "''") + "'"
    typed = os.environ.get("COMP_WORDS", "").rpartition("\n")[2]
    if shell != "bash" or typed.startswith(("'", '"')):
        return word
    return "".join(c if c.isalnum() or c in "-_.,+=/@%" else f"\\{c}" for c in word)


def _folder(ctx: typer.Context) -> Campaign:
    """The campaign at hand, as it lies there."""
    from campaign.campaign import Campaign
    from campaign.files.disk import nearest

    said = ctx.find_root().params.get("folder")
    root = Path(said).resolve() if said else nearest(Path.cwd())
    if root is None:
        refuse("There is no campaign here.")
    return Campaign(root)


def _library(ctx: typer.Context) -> Library:
    """The content of the system that was named, else of the campaign."""
    from campaign.content.library import library_without

    said = ctx.params.get("system")
    return library_without(said) if said else _folder(ctx).library


def _teams(ctx: typer.Context) -> Offers:
    return [(team.name, team.player) for team in _folder(ctx).state.present()]


def _missions(ctx: typer.Context) -> Offers:
    return [(name, "") for name in _library(ctx).mission_ids()]


def _battles(ctx: typer.Context) -> Iterator[tuple[str, str]]:
    return map(_described, _folder(ctx).state.battles)


def _open_battles(ctx: typer.Context) -> Offers:
    return [_described(battle) for battle in _folder(ctx).state.battles if battle.status == "open"]


def _described(battle: Battle) -> tuple[str, str]:
    return str(battle.number), f"{battle.setup.mission.name}, {battle.status}"


def _entries(ctx: typer.Context) -> Iterator[tuple[str, str]]:
    yield from _battles(ctx)
    for filed in _folder(ctx).filed:
        if filed.entry.kind != "battle":
            yield filed.tail, f"{filed.entry.kind}, {filed.entry.played}"


def _phases(ctx: typer.Context) -> Offers:
    return [(each.step.name, str(each.played)) for each in _folder(ctx).state.phases]


def _every_team(ctx: typer.Context) -> Offers:
    return [(team.name, team.player) for team in _folder(ctx).state.teams.values()]


def _resources(ctx: typer.Context) -> Offers:
    return [(each.id, each.name) for each in _folder(ctx).state.resources]


def _tests(ctx: typer.Context) -> Offers:
    return [(test.id, test.name) for test in _library(ctx).tests().values()]


def _parts(ctx: typer.Context) -> Offers:
    return [(part, "") for part in dict.fromkeys(rule.part for rule in _library(ctx).rules().values())]


def _systems(ctx: typer.Context) -> Offers:
    from campaign.content.library import built_in, known_systems

    try:
        roots = _folder(ctx).library.roots
    except (Refusal, OSError):
        roots = (built_in(),)
    return [(system, "") for system in known_systems(roots)]


def _decks(ctx: typer.Context) -> Offers:
    from campaign.mechanisms.deck import Deck

    library = _library(ctx)
    cards = ((each, library.any_card(each)) for each in library.card_ids())
    return [(card_id, card.name) for card_id, card in cards if isinstance(card, Deck)]


def _rosters(ctx: typer.Context) -> Offers:
    return [(name, "") for name in _library(ctx).rosters()]


def _kinds(_: typer.Context) -> Offers:
    from campaign.commands.packs import SCHEMAS

    return [(kind, "") for kind in SCHEMAS]


teams = _offered(_teams)
missions = _offered(_missions)
battles = _offered(_battles)
open_battles = _offered(_open_battles)
entries = _offered(_entries)
every_team = _offered(_every_team)
phases = _offered(_phases)
resources = _offered(_resources)
tests = _offered(_tests)
parts = _offered(_parts)
systems = _offered(_systems)
kinds = _offered(_kinds)
decks = _offered(_decks)
rosters = _offered(_rosters)
