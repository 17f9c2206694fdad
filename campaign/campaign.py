"""A campaign on disk: campaign.yaml, the ledger, and the content that the group plays with.

Everything a command reads or writes of a campaign goes through here; writing itself is the ledger's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.content.house import CampaignFile, rules_of
from campaign.content.library import ContentRoot, Library, built_in
from campaign.errors import Problem, Problems, Refusal, refuse
from campaign.files.disk import FILE
from campaign.files.schema import read_record
from campaign.files.yamlfile import read
from campaign.ledger.battle import Battle, effective, not_open
from campaign.ledger.entries_io import append, filing, read_entries
from campaign.ledger.journal import commit, locked, recover
from campaign.ledger.road import RoadPosition, faces_before, stop_after, strays, travellers
from campaign.ledger.secrets import Secret, secret_file, secret_text
from campaign.ledger.state import CampaignState, fold, in_order
from campaign.mechanisms.road import at_mission
from campaign.names import matched, meant
from campaign.words import say

if TYPE_CHECKING:
    from campaign.content.made_battle import HouseRules, RoadOrigin
    from campaign.ledger.entries import SealStep, Side, Step, StoredEntry
    from campaign.mechanisms.rosters import FieldedModels


class Campaign:
    """One campaign. `open` finishes a write that was cut off before it reads anything."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def open(cls, root: Path) -> Campaign:
        """Raises Refusal where there is no campaign, Problems where campaign.yaml is wrong."""
        folder = cls(root)
        if not (root / FILE).is_file():
            refuse(
                "There is no campaign in {root}.",
                "Start one with “campaign new”, or point to one with -C.",
                root=root,
            )
        recover(root)
        return folder

    @cached_property
    def file(self) -> CampaignFile:
        return read_record(read(self.root / FILE), CampaignFile)

    @cached_property
    def library(self) -> Library:
        """The content of the campaign's system: built-in, its packs, then house/."""
        roots = [built_in()]
        for number, pack in enumerate(self.file.packs):
            folder = self.root / pack if "\0" not in pack else self.root / FILE
            if not folder.is_dir():
                document = read(self.root / FILE)
                line, column = document.locate(("packs", number))
                message = say("There is no pack at “{pack}”.", pack=pack)
                remedy = say("Write its path relative to campaign.yaml.")
                raise Problems([Problem("no-pack", message, remedy, self.root / FILE, line, column)])
            roots.append(ContentRoot(folder.resolve(), folder.resolve().name))
        return Library(self.file.system, [*roots, ContentRoot(self.root / "house", "house", house=True)])

    @cached_property
    def filed(self) -> list[StoredEntry]:
        """Every entry, in the order of the fold. Raises Refusal where the ledger itself is gone."""
        if not (self.root / "ledger").is_dir():
            refuse("The campaign in {root} has no ledger/.", "Restore it from git.", root=self.root)
        return in_order(read_entries(self.root / "ledger"))

    @cached_property
    def state(self) -> CampaignState:
        return fold(self.filed)

    @property
    def settings(self) -> dict[str, int]:
        """The group's settings as numbers, true being 1."""
        return {name: int(value) for name, value in self.file.settings.items()}

    def house(self) -> HouseRules:
        """What the group plays with in every battle. Raises Problems with every breach in campaign.yaml, so
        that no battle is made by a rule that names nothing.
        """
        from campaign.content.made_battle import HouseRules

        if problems := self.check_house():
            raise Problems(problems)
        takes = self.library.system().takes if self.file.takes is None else self.file.takes
        return HouseRules(effects=self.file.effects, takes=takes, tie=self.file.tie)

    def check_house(self) -> list[Problem]:
        """Every breach in campaign.yaml."""
        from campaign.checks.house import check_house

        return check_house(self.root, self.library, self.file)

    def differences(self, at: datetime) -> list[str]:
        """Which parts of campaign.yaml the ledger does not know yet: `resources`, `standings`, `missed`."""
        now, old = rules_of(self.library, self.file, at, ""), self.state.settings
        parts = ("resources", "standings", "missed")
        return [part for part in parts if old is None or getattr(old, part) != getattr(now, part)]

    # --- the road ---

    @property
    def road_of(self) -> str:
        """Whose road the group walks: `campaign`, `pair` or, where nobody does, `none`."""
        road = self.library.road()
        return "none" if road is None else self.file.road.of or road.of

    @property
    def players(self) -> dict[str, str]:
        """Who plays each team, where that is known."""
        return {team.name: team.player for team in self.state.teams.values() if team.player}

    def stop(self, sides: Sequence[Side]) -> RoadPosition:
        """Where the road of these sides stands."""
        return stop_after(travellers(self.state.battles, self.players, self.road_of, sides))

    def strays(self, state: CampaignState | None = None) -> list[Battle]:
        """The battles of a state, that of now by default, which were played off the road."""
        battles = (state or self.state).battles
        return [] if self.road_of == "none" else strays(battles, self.players, self.road_of)

    def onward(self, sides: Sequence[Side]) -> RoadOrigin | None:
        """Where a new battle of these sides goes on; None where no road is walked.

        Raises Refusal while the battle before it has no result, and at the end of the road.
        """
        road = self.library.road()
        if road is None or self.road_of == "none":
            return None
        together = travellers(self.state.battles, self.players, self.road_of, sides)
        stop = stop_after(together)
        last = stop.battle
        if last is not None and last.status == "open":
            refuse(
                "Battle {number}, the last one on the road, has no result yet.",
                "Record it with “campaign result”, or choose a mission with --mission.",
                number=last.number,
            )
        if last is not None and not at_mission(road, stop.mission).next:
            refuse(
                "The road ended with “{name}”.",
                "Choose a mission with --mission.",
                name=last.setup.mission.name,
            )
        faces = faces_before(together, stop)
        from campaign.content.made_battle import RoadOrigin

        return RoadOrigin(mission=stop.mission, outcome=stop.outcome, battle=stop.entry, faces=faces)

    # --- finding ---

    def team(self, said: str) -> str:
        """The team that a player means; only teams that are in the campaign."""
        return matched(
            said, [team.name for team in self.state.present()], say("There is no team “{said}”.", said=said)
        )

    def team_ever(self, said: str) -> str:
        """The team that a player means; also one that has left."""
        return matched(said, list(self.state.teams), say("There is no team “{said}”.", said=said))

    def resource(self, said: str) -> str:
        """The id of the resource that a player means, by its id or its name."""
        by_name = {name: each.id for each in self.state.resources for name in (each.name, each.id)}
        return meant(said, by_name, say("There is no resource “{said}”.", said=said))

    def battle(self, said: str | None, *, open_only: bool = False) -> Battle:
        """The battle of a number or a tail of its id; without either the one open battle."""
        battles = self.state.battles
        if said is None:
            waiting = [battle for battle in battles if battle.status == "open"]
            if len(waiting) == 1:
                return waiting[0]
            if not waiting:
                refuse(
                    "There is no open battle.", "Set one up with “campaign setup”, or name one by its number."
                )
            known = ", ".join(f"{battle.number} ({battle.filed.tail})" for battle in waiting)
            refuse("There are several open battles.", "Choose one: {known}.", known=known)
        found = [
            battle
            for battle in battles
            if said == str(battle.number) or (len(said) >= 3 and battle.filed.name.endswith(said.lower()))
        ]
        if len(found) != 1:
            known = (
                say("Battles are numbered 1 to {count}.", count=len(battles))
                if battles
                else say("There are no battles yet.")
            )
            raise Refusal(say("There is no battle “{said}”.", said=said), known)
        if open_only and found[0].status != "open":
            raise Refusal(
                not_open(found[0]), say("Correct it with “campaign amend”, or void it with “campaign void”.")
            )
        return found[0]

    def entry(self, said: str) -> StoredEntry:
        """The entry of a battle's number or of a tail of any entry's id.

        Raises Refusal where there is none, or where a number is another entry's tail as well.
        """
        tails = [filed for filed in self.filed if len(said) >= 3 and filed.name.endswith(said.lower())]
        numbered = [battle.filed for battle in self.state.battles if said == str(battle.number)]
        found = {filed.name: filed for filed in (*numbered, *tails)}
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            known = ", ".join(filed.tail for filed in found.values())
            refuse("“{said}” matches several entries.", "Choose one: {known}.", said=said, known=known)
        return self.battle(said).filed

    def fielded(self, battle: Battle) -> tuple[FieldedModels, ...]:
        """The models of the battle's teams, as far as their rosters are there."""
        from campaign.content.rosters import fielded_of

        return fielded_of(self.root, self.library, [team for side in battle.sides for team in side.teams])

    def state_after(self, filed: StoredEntry, steps: Iterable[Step]) -> CampaignState:
        """The state that further steps in an entry would give; nothing is written."""
        grown = append(filed, steps)
        return fold(grown if each.name == filed.name else each for each in self.filed)

    # --- writing ---

    def write(self, entries: Iterable[StoredEntry], files: Mapping[str, str] | None = None) -> None:
        """Writes new and grown entries and other files as one batch, all or none; `files` go first.

        What an entry's file holds is read with the lock held, so that a step written meanwhile by another
        command is never lost: the entry is refused then.
        """
        with locked(self.root):
            batch = dict(files or {})
            for filed in entries:
                batch |= filing(self.root, filed)
            commit(self.root, batch)
        for name in ("filed", "state"):
            self.__dict__.pop(name, None)

    def seal(self, battle: Battle, secrets: Iterable[Secret], seals: Sequence[SealStep]) -> None:
        """Puts secrets into secrets/, then their seals into the battle."""
        files = {secret_file(battle.filed.name, each.of, each.side): secret_text(each) for each in secrets}
        self.write([append(battle.filed, seals)], files)

    def add(self, filed: StoredEntry, files: Mapping[str, str] | None = None) -> None:
        """Writes a new entry. Raises Refusal for one that its day makes impossible: a team not there then."""
        known = set(self.state.impossible)
        new = [each for each in fold([*self.filed, filed]).impossible if each not in known]
        if new:
            played, _, _ = effective(filed.entry)
            refuse(
                "On {day}, “{name}” is not in the campaign.",
                "Give another date with --played, or let the team join by then.",
                day=played,
                name=new[0].name,
            )
        self.write([filed], files)

    def today(self, at: datetime) -> date:
        """The day where the players are."""
        return at.astimezone().date()
