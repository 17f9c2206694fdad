"""What players type of content: sides, missions and decks by a unique beginning, and options it brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from campaign.asking import amount
from campaign.errors import WrongUsage, did_you_mean, refuse
from campaign.names import clean, matched, meant, pair, plain
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.library import Library
    from campaign.content.system import System
    from campaign.ledger.entries import Side
    from campaign.mechanisms.choice import Choice
    from campaign.mechanisms.deck import Deck
    from campaign.mechanisms.table import Catalogue, Table


def side_of(text: str, teams: Sequence[str] | None = None) -> Side:
    """A side as it is typed: a team alone, or `Player: Team + Team`.

    With `teams`, only those are known: any unique beginning will do, and a plus needs no blanks around it
    that is not part of a name.
    """
    from campaign.ledger.entries import Side

    if teams is not None and text in teams:
        return Side(name=text, teams=(text,))
    player, colon, rest = text.partition(": ")
    typed = (rest if colon else text).split(" + ")
    if teams is not None:
        typed = [part for name in typed for part in _apart(name, teams)]
    names = [clean(name) for name in typed]
    if teams is not None:
        names = [matched(name, teams, say("There is no team “{said}”.", said=name)) for name in names]
    if len(names) > 2:
        refuse("A side has one or two teams; got {count}.", "Write “Player: Team + Team”.", count=len(names))
    name = clean(player) if colon else " + ".join(names)
    return Side(name=name, teams=tuple(names))


def _apart(text: str, teams: Sequence[str]) -> list[str]:
    """The text in pieces at every plus, or whole where a team's name begins so."""
    whole = any(plain(team).startswith(plain(text)) for team in teams)
    return [text] if whole else text.split("+")


def by_side(texts: Sequence[str], names: Sequence[str], example: str) -> dict[str, str]:
    """`SIDE=WHAT` by side. Raises Refusal for a side that isn't in the battle."""
    pairs = [pair(text, "=", example) for text in texts]
    return {
        matched(who, names, say("There is no side “{said}” in this battle.", said=who)): what
        for who, what in pairs
    }


def mission_of(library: Library, said: str | None) -> str | None:
    """The id of a mission. Its file is read only where its id does not begin as said. Raises Refusal."""
    if said is None:
        return None
    ids = library.mission_ids()
    slug = "-".join(said.casefold().split())
    begins = [each for each in ids if each == slug] or [each for each in ids if each.startswith(slug)]
    if len(begins) == 1:
        return begins[0]
    names = (
        {library.mission(each).name: each for each in ids} if not begins else {each: each for each in begins}
    )
    return names[matched(said, list(names), say("There is no mission “{said}”.", said=said))]


def deck_of(said: str, cards: Mapping[str, Table | Catalogue | Choice | Deck]) -> str:
    """The id of a deck or the like among these; an id as it stands goes before all names. Raises Refusal."""
    if said in cards:
        return said
    ids = {card_id: card_id for card_id in cards}
    return meant(
        said,
        ids | {each.name: card_id for card_id, each in cards.items()},
        say("There is no deck “{said}”.", said=said),
    )


def extras(arguments: Sequence[str], values: Sequence[str], flags: Sequence[str]) -> dict[str, str]:
    """Options that content brings: `--NAME VALUE`, `--NAME=VALUE`, and for flags `--NAME` and `--no-NAME`.

    Names are ids, with `-` for `_`. Raises WrongUsage for one that the content does not know.
    """
    by_option = {f"--{name.replace('_', '-')}": name for name in (*values, *flags)}
    found: dict[str, str] = {}
    left = list(arguments)
    while left:
        option, equals, value = left.pop(0).partition("=")
        key = option.replace("_", "-") if option.startswith("--") else option
        name = by_option.get(key)
        if name is None and key.startswith("--no-") and f"--{key[5:]}" in by_option:
            name, value, equals = by_option[f"--{key[5:]}"], "0", "="
        elif name in flags and not equals:
            value, equals = "1", "="
        if name is None:
            near = did_you_mean(key, by_option)
            raise WrongUsage(say("There is no option {option}.", option=option), near)
        if not equals:
            if not left:
                raise WrongUsage(say("{option} needs a value.", option=option))
            value = left.pop(0)
        found[name] = value
    return found


def typed_settings(
    system: System, arguments: Sequence[str], picks: Sequence[str] = ()
) -> tuple[dict[str, str], dict[str, int]]:
    """The picks by step, and the settings, that a system adds to a verb's options. Raises WrongUsage."""
    flags = [setting.id for setting in system.settings if isinstance(setting.default, bool)]
    counts = [setting.id for setting in system.settings if setting.id not in flags]
    given = extras(arguments, [*picks, *counts], flags)
    return (
        {name: value for name, value in given.items() if name in picks},
        numbers({name: value for name, value in given.items() if name not in picks}),
    )


def numbers(given: Mapping[str, str]) -> dict[str, int]:
    """Options that content brings, as the numbers that they are. Raises WrongUsage for a wrong one."""
    return {name: number_of(name, text) for name, text in given.items()}


def number_of(name: str, text: str) -> int:
    """What was typed for an option's number. Raises WrongUsage for anything else."""
    number = amount(text)
    if number is None:
        option = f"--{name.replace('_', '-')}"
        raise WrongUsage(say("{option} takes a number; got “{text}”.", option=option, text=text))
    return number
