"""What is drawn, chosen or typed in secret: a hash in the battle, the value and a nonce in secrets/.

The hash binds the value without telling it, since the nonce is random. One mechanism for every kind of
secret; whether it is a choice, a note or a card is the business of whoever seals it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from campaign.errors import Problems
from campaign.files.canonical_dump import dump
from campaign.files.schema import read_record, unstructure
from campaign.files.yamlfile import read
from campaign.ledger.entries import OpenedSecret, SealStep, StoredEntry
from campaign.names import slug
from campaign.record import Record

if TYPE_CHECKING:
    from campaign.ledger.entries_io import Author

OWNER = ".owner"
"""What follows a step's id where the holder of a card has sealed something beside what was dealt."""


class Secret(Record):
    """One file in secrets/: what was sealed, and the nonce that the hash was made with.

    Of a card, `value` is its id, `written` what it makes its holder write down, `joker` whether a joker
    brought it.
    """

    format: Literal[1] = 1
    of: str
    side: str
    value: str
    written: str = ""
    joker: bool = False
    nonce: str


def digest(secret: Secret) -> str:
    """SHA-256 over all of it, in hexadecimal."""
    parts: list[object] = [secret.of, secret.side, secret.value, secret.nonce]
    if secret.written or secret.joker:
        parts += [secret.written, secret.joker]
    bound = json.dumps(parts, ensure_ascii=True)
    return hashlib.sha256(bound.encode()).hexdigest()


def secret_file(battle: str, of: str, side: str) -> str:
    """Where a secret lies, below the campaign's folder; a digest tells sides of like slugs apart."""
    mark = hashlib.sha256(side.encode()).hexdigest()[:6]
    return f"secrets/{battle}/{slug(of)}-{slug(side, 30)}-{mark}.yaml"


def secret_text(secret: Secret) -> str:
    """The secret as its file holds it."""
    return dump({"format": 1, **unstructure(secret)})


def _written_file(root: Path, battle: str, seal: SealStep) -> Path:
    """The file of a seal. Earlier versions left out of its name what is not ASCII."""
    path = root / secret_file(battle, seal.of, seal.side)
    if path.is_file():
        return path
    plain = unicodedata.normalize("NFKD", seal.side.casefold()).encode("ascii", "ignore").decode()
    side = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:30].strip("-") or "x"
    earlier = path.with_name(f"{slug(seal.of)}-{side}-{path.stem.rpartition('-')[2]}.yaml")
    return earlier if earlier.is_file() else path


def open_seal(root: Path, filed: StoredEntry, seal: SealStep) -> OpenedSecret:
    """Opens a seal: the value with its proof, or a plain word that it was altered or is lost."""
    path = _written_file(root, filed.name, seal)
    try:
        secret = read_record(read(path), Secret)
    except Problems as wrong:
        lost = any(problem.code == "no-file" for problem in wrong.problems)
        return OpenedSecret(
            of=seal.of, side=seal.side, value="", hash=seal.hash, proof="lost" if lost else "altered"
        )
    proven = hmac.compare_digest(digest(secret), seal.hash)
    return OpenedSecret(
        of=seal.of,
        side=seal.side,
        value=secret.value,
        written=secret.written,
        joker=secret.joker,
        nonce=secret.nonce,
        hash=seal.hash,
        proof="proven" if proven else "altered",
    )


def secret_of(of: str, holder: str, value: str, written: str = "", joker: bool = False) -> Secret:
    """A secret with a nonce of its own."""
    import secrets

    nonce = secrets.token_hex(16)
    return Secret(of=of, side=holder, value=value, written=written, joker=joker, nonce=nonce)


def seal_of(
    secret: Secret, author: Author, how: Literal["", "drawn", "chosen", "typed"] = "", fresh: bool = False
) -> SealStep:
    """What binds a secret in the ledger."""
    return SealStep(
        kind="seal",
        at=author.at,
        by=author.by,
        of=secret.of,
        side=secret.side,
        hash=digest(secret),
        how=how,
        fresh=fresh,
    )
