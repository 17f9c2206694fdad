"""Drafts: the sides lay out cards in rows; in a row one side bans and the other picks, then they swap.

What the players decide themselves is told; the dice decide the rest, each decision under a part of its own,
so that a seed repeats it and any of it can be typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Literal

from campaign.errors import Refusal, refuse
from campaign.files.converters import Between
from campaign.files.schema import FileRecord, Id
from campaign.mechanisms.dice import Dice, DiceLog
from campaign.names import meant
from campaign.record import Record, field
from campaign.words import listed, say


class DraftAnswers(Record):
    """What the players decided: cards by side, the row that the first side controls, bans and picks.

    Cards and row are said by id or name, or a unique beginning of one.
    """

    bring: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    row: str = ""
    ban: tuple[str, ...] = ()
    pick: tuple[str, ...] = ()


class DraftedRow(Record):
    """What became of one row: who controlled it and picked, who banned, and the ids of the cards.

    A row that was agreed upon has nothing but what was `picked`.
    """

    id: Id
    name: str
    controls: str = ""
    bans: str = ""
    brought: dict[str, tuple[Id, ...]] = field(default_factory=dict)
    banned: tuple[Id, ...] = ()
    picked: Id


class DraftDecision(Record, kw_only=False):
    """Something for a side to decide: `count` of the `options`, ids and names; a card may lie there twice.

    `role` is decided besides a draft: which of the mission's roles the side takes.
    """

    kind: Literal["bring", "row", "ban", "pick", "role"]
    part: str
    side: str
    row: str
    options: tuple[tuple[str, str], ...]
    count: int


Ask = Callable[[DraftDecision], Sequence[str]]
"""Asks a side: ids among the options, at most as many as are wanted; the dice decide what is missing."""


def drafted(
    part: str,
    offers: Sequence[DraftOffer],
    sides: tuple[str, ...],
    first: str,
    told: DraftAnswers,
    log: DiceLog,
    ask: Ask | None = None,
) -> tuple[tuple[DraftedRow, ...], DraftAnswers]:
    """The whole draft, and what of it was not left to the dice, by ids (PF-S1).

    `sides` are two, of which `first` chooses the row that it controls; the other side controls the others.
    Raises Refusal for what was told and can't be: an unknown card, a card twice in one set, too many bans, a
    pick of a card that was banned or never brought.
    """
    draft = _Draft(part, offers, told, log, ask)
    brought = {side: draft.brought(side) for side in sides}
    _check_sides(told.bring, sides)
    own = draft.row_of(first) if offers else ""
    [other] = [side for side in sides if side != first]
    rows = []
    for offer in offers:
        controls, bans = (first, other) if offer.row.id == own else (other, first)
        by_side = {side: cards[offer.row.id] for side, cards in brought.items()}
        rows.append(draft.row(offer, by_side, controls, bans))
    return tuple(rows), draft.decided()


def _check_sides(bring: Mapping[str, object], sides: Sequence[str]) -> None:
    stranger = next((side for side in bring if side not in sides), None)
    if stranger is not None:
        refuse(
            "There is no side “{side}” in this battle.",
            "Choose from: {names}.",
            side=stranger,
            names=listed(sides),
        )


class _Draft:
    """One draft on its way: where a decision comes from, and what was decided by players."""

    def __init__(
        self, part: str, offers: Sequence[DraftOffer], told: DraftAnswers, log: DiceLog, ask: Ask | None
    ) -> None:
        self._part, self._offers, self._log, self._ask = part, offers, log, ask
        self._told = told
        self._bans = self._by_row(told.ban)
        self._picks = self._by_row(told.pick)
        self._bring: dict[str, tuple[str, ...]] = {}
        self._row = ""
        self._banned: list[str] = []
        self._picked: list[str] = []

    def decided(self) -> DraftAnswers:
        return DraftAnswers(
            bring=self._bring, row=self._row, ban=tuple(self._banned), pick=tuple(self._picked)
        )

    def brought(self, side: str) -> dict[str, tuple[str, ...]]:
        """The cards of a side by row."""
        wanted = self._by_row(self._told.bring.get(side, ()))
        found: dict[str, tuple[str, ...]] = {}
        said: list[str] = []
        for offer in self._offers:
            row = offer.row
            own = wanted.get(row.id, [])
            check_set(side, offer, own)
            decision = DraftDecision(
                "bring",
                f"{self._part}.{row.id}.bring.{side}",
                side,
                row.name,
                options(offer, offer.cards),
                row.bring,
            )
            found[row.id], own = self._decide(decision, own)
            said += own
        if said:
            self._bring[side] = tuple(said)
        return found

    def row_of(self, side: str) -> str:
        """The row that a side chooses to control."""
        by_id = {offer.row.id: offer.row.name for offer in self._offers}
        wanted = []
        if self._told.row:
            by_name = {name: row for row, name in by_id.items()} | {row: row for row in by_id}
            wanted = [meant(self._told.row, by_name, say("There is no row “{said}”.", said=self._told.row))]
        decision = DraftDecision("row", f"{self._part}.row.{side}", side, "", tuple(by_id.items()), 1)
        [row], said = self._decide(decision, wanted)
        self._row = "".join(said)
        return row

    def row(
        self, offer: DraftOffer, brought: dict[str, tuple[str, ...]], controls: str, bans: str
    ) -> DraftedRow:
        """Bans and the pick in one row."""
        row = offer.row
        lie = [card for cards in brought.values() for card in cards]
        wanted, picks = self._bans.get(row.id, []), self._picks.get(row.id, [])
        check_bans(offer, lie, wanted)
        if len(picks) > 1:
            refuse(
                "Only one card is picked from the row “{row}”; got {count}.",
                "Name one card.",
                row=row.name,
                count=len(picks),
            )
        check_lies(offer, lie, picks)
        part = f"{self._part}.{row.id}"
        free = without(lie, picks)  # what is to be picked is not banned by a die
        decision = DraftDecision("ban", f"{part}.ban.{bans}", bans, row.name, options(offer, free), row.ban)
        banned, said = self._decide(decision, wanted)
        self._banned += said
        left = without(lie, banned)
        if picks and picks[0] not in left:
            refuse(
                "“{card}” is banned.",
                "Pick one of these: {names}.",
                card=offer.cards[picks[0]],
                names=listed(offer.cards[card] for card in left),
            )
        decision = DraftDecision(
            "pick", f"{part}.pick.{controls}", controls, row.name, options(offer, left), 1
        )
        [picked], said = self._decide(decision, picks)
        self._picked += said
        return DraftedRow(
            id=row.id,
            name=row.name,
            controls=controls,
            bans=bans,
            brought=brought,
            banned=banned,
            picked=picked,
        )

    def _decide(self, decision: DraftDecision, wanted: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
        """What is decided, and what of it by players; dice are rolled only where they make a difference."""
        said = list(wanted)
        left = without([card for card, _ in decision.options], said)
        if self._ask is not None and len(said) < decision.count and len(set(left)) > 1:
            names = dict(decision.options)
            rest = DraftDecision(
                decision.kind, decision.part, decision.side, decision.row,
                tuple((card, names[card]) for card in left), decision.count - len(said),
            )  # fmt: skip
            said += self._ask(rest)
            left = without([card for card, _ in decision.options], said)
        found = list(said)
        while len(found) < decision.count:
            free = len(left) > decision.count - len(found) and len(set(left)) > 1
            face = self._log.roll(decision.part, Dice(1, len(left))).total if free else 1
            found.append(left.pop(face - 1))
        return tuple(found), said

    def _by_row(self, said: Iterable[str]) -> dict[str, list[str]]:
        """The cards that were said, by the row that they belong to. Raises Refusal for an unknown one."""
        known = {
            card: name for each in self._offers for card, name in {**each.left_out, **each.cards}.items()
        }
        found: dict[str, list[str]] = {}
        for text in said:
            card = card_meant(text, known)
            offer = next(each for each in self._offers if card in each.cards or card in each.left_out)
            if card not in offer.cards:
                refuse(
                    "“{card}” can’t be used in this battle.",
                    "Choose from: {names}.",
                    card=offer.left_out[card],
                    names=listed(offer.cards.values()),
                )
            found.setdefault(offer.row.id, []).append(card)
        return found


class DraftRow(FileRecord):
    """A row as content writes it: each side brings so many different cards of a catalogue, so many of all
    these are banned, and one of the others is picked.
    """

    id: Id
    name: str
    cards: Id
    bring: Annotated[int, Between(1, 9)] = 2
    ban: Annotated[int, Between(0, 17)] = 2


class DraftOffer(Record, kw_only=False):
    """A row with the names of the cards that may be brought, by id; `left_out` are those that may not."""

    row: DraftRow
    cards: Mapping[str, str]
    left_out: Mapping[str, str] = field(default_factory=dict)


def card_meant(said: str, cards: Mapping[str, str]) -> str:
    """The id of the card of this name or id; `cards` are names by id. Raises Refusal."""
    by_name = {name: card for card, name in cards.items()} | {card: card for card in cards}
    return meant(said, by_name, say("There is no card “{said}”.", said=said))


def check_set(side: str, offer: DraftOffer, cards: Sequence[str]) -> None:
    """Whether a side may bring these: each once, and not too many. Raises Refusal."""
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice is not None:
        refuse(
            "{side} brings “{card}” twice.",
            "Each card of a side must be different.",
            side=side,
            card=offer.cards[twice],
        )
    if len(cards) > offer.row.bring:
        refuse(
            "{side} brings too many cards for the row “{row}”: {count}.",
            "It may bring at most {most}.",
            side=side,
            count=len(cards),
            row=offer.row.name,
            most=offer.row.bring,
        )


def check_bans(offer: DraftOffer, lie: Sequence[str], cards: Sequence[str]) -> None:
    """Whether these may be banned in a row in which the cards `lie`. Raises Refusal."""
    if len(cards) > offer.row.ban:
        refuse(
            "Too many cards banned from the row “{row}”: {count}.",
            "Ban at most {most}.",
            count=len(cards),
            row=offer.row.name,
            most=offer.row.ban,
        )
    check_lies(offer, lie, cards)


def check_lies(offer: DraftOffer, lie: Sequence[str], cards: Sequence[str]) -> None:
    """Whether all these cards lie in the row, as often as they are named. Raises Refusal."""
    missing = next((card for card in cards if cards.count(card) > lie.count(card)), None)
    if missing is not None:
        names = listed(offer.cards[card] for card in lie)
        card = offer.cards[missing]
        raise Refusal(
            say("“{card}” is not in the row “{row}”.", card=card, row=offer.row.name)
            if missing not in lie
            else say("“{card}” is in the row “{row}” only once.", card=card, row=offer.row.name),
            say("In the row: {names}. Use --bring to name the cards a side brings.", names=names),
        )


def without(cards: Sequence[str], some: Iterable[str]) -> list[str]:
    """The cards, one copy less for each of `some` that is among them."""
    left = list(cards)
    for card in some:
        if card in left:
            left.remove(card)
    return left


def options(offer: DraftOffer, cards: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Cards with their names."""
    return tuple((card, offer.cards[card]) for card in cards)
