"""What every section of a briefing takes from its step."""

from __future__ import annotations

from typing import Any

from campaign.content.system import Step


def head(step: Step) -> dict[str, Any]:
    """The fields that all kinds of section have."""
    return {"id": step.id, "name": step.name, "text": step.text, "rules": step.rules}
