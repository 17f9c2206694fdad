"""Campaigns for skirmish wargames: the battle before the game, the result after it, the ledger between games.

Nothing is imported here, so that every command loads only what it needs.
"""

from __future__ import annotations

__version__ = "0.1.0"
