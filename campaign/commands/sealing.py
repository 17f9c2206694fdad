"""Secrets as they are made: the file in secrets/, and the seal in the ledger that binds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from campaign.folder import Folder, Hand
from campaign.ledger.battle import Battle
from campaign.ledger.entries import Seal
from campaign.ledger.sealed import Secret, digest, secret_file, secret_text
from campaign.ledger.store import append

__all__ = ["seal_of", "secret_of", "write_sealed"]


def secret_of(of: str, holder: str, value: str, written: str = "", joker: bool = False) -> Secret:
    """A secret with a nonce of its own."""
    import secrets

    nonce = secrets.token_hex(16)
    return Secret(of=of, side=holder, value=value, written=written, joker=joker, nonce=nonce)


def seal_of(
    secret: Secret, hand: Hand, how: Literal["", "drawn", "chosen", "typed"] = "", fresh: bool = False
) -> Seal:
    """What binds a secret in the ledger."""
    return Seal(
        kind="seal",
        at=hand.at,
        by=hand.by,
        of=secret.of,
        side=secret.side,
        hash=digest(secret),
        how=how,
        fresh=fresh,
    )


def write_sealed(folder: Folder, battle: Battle, secrets: Iterable[Secret], seals: Sequence[Seal]) -> None:
    """Puts secrets into secrets/, then their seals into the battle."""
    files = {secret_file(battle.filed.name, each.of, each.side): secret_text(each) for each in secrets}
    folder.write([append(battle.filed, seals)], files)
