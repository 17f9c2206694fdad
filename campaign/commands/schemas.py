"""`campaign packs schema`: the JSON Schema of each kind of file that people write."""

from __future__ import annotations

import json
from typing import Any

from campaign.campaign import CampaignFile
from campaign.commands.demo import DemoScript
from campaign.commands.season import SeasonFile
from campaign.content.library import CatalogueRows, ChoiceRows, DeckRows, TableRows
from campaign.content.mission import Mission, Rules
from campaign.content.system import System
from campaign.errors import Refusal, did_you_mean
from campaign.files.jsonschema import json_schema
from campaign.ledger.entries import Entry
from campaign.mechanisms.attack.rules import AttackRules, Units
from campaign.mechanisms.choice import Choice
from campaign.mechanisms.deck import Deck
from campaign.mechanisms.named_tests import NamedTests
from campaign.mechanisms.road import Road
from campaign.mechanisms.rosters import Roster
from campaign.mechanisms.table import Catalogue, Table
from campaign.mechanisms.team_rules import TeamRules
from campaign.words import say

SCHEMAS: dict[str, type[Any]] = {
    "system": System,
    "mission": Mission,
    "table": Table,
    "catalogue": Catalogue,
    "choice": Choice,
    "rules": Rules,
    "tests": NamedTests,
    "campaign": CampaignFile,
    "entry": Entry,
    "results": SeasonFile,
    "demo": DemoScript,
    "table-rows": TableRows,
    "catalogue-rows": CatalogueRows,
    "choice-rows": ChoiceRows,
    "deck": Deck,
    "deck-rows": DeckRows,
    "road": Road,
    "teams": TeamRules,
    "sequence": AttackRules,
    "units": Units,
    "roster": Roster,
}


def schema_text(kind: str | None) -> str:
    """The JSON Schema of one kind of file, or of all of them by kind."""
    if kind is None:
        schemas: dict[str, Any] = {name: json_schema(record) for name, record in SCHEMAS.items()}
        return json.dumps(schemas, indent=2, ensure_ascii=False) + "\n"
    if kind not in SCHEMAS:
        raise Refusal(say("There is no kind of file “{kind}”.", kind=kind), did_you_mean(kind, SCHEMAS))
    return json.dumps(json_schema(SCHEMAS[kind]), indent=2, ensure_ascii=False) + "\n"
