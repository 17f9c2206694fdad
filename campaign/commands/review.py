"""What comes before and after writing: what would follow is shown, the player agrees, and at the end it is
shown where all stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from campaign.asking import Asker
from campaign.commands.author import now
from campaign.errors import refuse
from campaign.ledger.entries_io import append
from campaign.printing.ledger.report import standings_view
from campaign.printing.ledger.results import correction_view
from campaign.record import Record
from campaign.words import say

if TYPE_CHECKING:
    from campaign.campaign import Campaign
    from campaign.ledger.entries import Step, StoredEntry
    from campaign.printing.ledger.views import StandingsView


class Review(Record):
    """How what is about to be written is shown, and who may be asked whether to write it.

    `show` takes a document's name and its view, `on_screen` is whether that is for eyes alone, and `tell`
    shows a line beside it. With `yes` nobody is asked.
    """

    show: Callable[[str, Any], None]
    tell: Callable[[str], None]
    on_screen: bool
    asker: Asker | None
    yes: bool = False

    @property
    def asks(self) -> bool:
        """Whether there is a player who is asked once more."""
        return not self.yes and self.asker is not None and self.asker.interactive

    def agreed(self) -> bool:
        """Whether to write."""
        return not self.asks or self.asker is None or self.asker.confirm(say("Write this?"))

    def show_first(self, document: str, view: Any) -> None:
        """Shows what would be written, where something is written after it: on a terminal alone."""
        if self.on_screen:
            self.show_before(document, view)

    def show_before(self, document: str, view: Any) -> None:
        """Shows what is about to be written; that nobody reads it any more is no reason not to write."""
        with suppress(BrokenPipeError):
            self.show(document, view)


def standings(campaign: Campaign) -> StandingsView:
    """Where all stand today."""
    return standings_view(campaign.file.name, campaign.state, campaign.today(now()))


def correct(
    campaign: Campaign,
    filed: StoredEntry,
    steps: Sequence[Step],
    reason: str,
    review: Review,
    files: Mapping[str, str] | None = None,
) -> None:
    """Writes a correction of an entry, and the files that change with it, after showing what it changes.

    Raises Refusal where the player does not agree.
    """
    then = campaign.state_after(filed, steps)
    known = {battle.filed.name for battle in campaign.strays()}
    strayed = [battle for battle in campaign.strays(then) if battle.filed.name not in known]
    view = correction_view(filed, steps, reason, campaign.state, then, strayed)
    review.show_before("correction", view)
    if not review.agreed():
        refuse("Nothing was written.", "Run the command again with the right values.")
    campaign.write([append(filed, steps)], files)
    if review.on_screen:
        review.show("standings", standings(campaign))
