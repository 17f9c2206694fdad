"""Names: what a player means by a few letters (unique beginnings, case and accents aside), and file names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeVar

from campaign.errors import Refusal, did_you_mean, refuse
from campaign.words import listed

T = TypeVar("T")
MOST = 60
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
_KEEP = "\u200d\ufe0f"  # joiners that emoji and some scripts are written with


def plain(text: str) -> str:
    """The text for comparing: no accents, no case, single blanks."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


def same(left: str, right: str) -> bool:
    """Whether two names are one for the players."""
    return plain(left) == plain(right)


def allowed_on_disk(name: str) -> bool:
    """Whether a file or folder can have this name everywhere: Windows keeps con, nul and more for devices."""
    return name.partition(".")[0].rstrip().casefold() not in _DEVICES


def matched(said: str, names: Sequence[str], missing: str) -> str:
    """The name that begins as said. Raises Refusal where several do, and with the sentence `missing` where
    none does.
    """
    wanted = plain(said)
    exact = [name for name in names if plain(name) == wanted]
    begins = exact or [name for name in names if wanted and plain(name).startswith(wanted)]
    if len(begins) == 1:
        return begins[0]
    if begins:
        refuse("“{said}” is ambiguous: {names}.", "Type more of the name.", said=said, names=listed(begins))
    raise Refusal(missing, did_you_mean(said, names))


def meant(said: str, by_name: Mapping[str, T], missing: str) -> T:
    """What is called as said; several names of one thing are one.

    Raises Refusal as `matched` does; it lists each thing by the first of its names.
    """
    wanted = plain(said)
    exact = {name: thing for name, thing in by_name.items() if plain(name) == wanted}
    begins = {name: thing for name, thing in by_name.items() if wanted and plain(name).startswith(wanted)}
    for found in (exact, begins):
        if found and all(thing == next(iter(found.values())) for thing in found.values()):
            return next(iter(found.values()))
    things = list(by_name.values())
    labels = [name for place, (name, thing) in enumerate(by_name.items()) if thing not in things[:place]]
    return by_name[matched(said, list(begins) or labels, missing)]


def clean(name: str) -> str:
    """A new name as it is stored: trimmed, normalised, on one line.

    Raises Refusal for one that is empty, too long, or holds control or direction characters.
    """
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    if not name:
        refuse("A name is empty.", "Write one.")
    if len(name) > MOST:
        refuse(
            "The name “{name}…” is too long: {count} characters.",
            "Use at most {most} characters.",
            name=name[:20],
            count=len(name),
            most=MOST,
        )
    odd = next((c for c in name if unicodedata.category(c)[0] == "C" and c not in _KEEP), None)
    if odd is not None:
        refuse("A name has an invisible character: {code}.", "Leave it out.", code=f"U+{ord(odd):04X}")
    if "," in name:
        refuse("The name “{name}” has a comma.", "Commas separate names.", name=name)
    return name


def pair(text: str, mark: str, example: str) -> tuple[str, str]:
    """`left<mark>right`, cut at the last mark. Raises Refusal with an example."""
    left, found, right = text.rpartition(mark)
    if not found or not left.strip() or not right.strip():
        refuse("Can’t read “{text}”.", "Write it like “{example}”.", text=text, example=example)
    return left.strip(), right.strip()


_CYRILLIC = (
    "а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh ц=ts "
    "ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g ў=u ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz ѓ=g ќ=k ѕ=dz "
)
_LATIN = "ł=l đ=d ø=o æ=ae œ=oe þ=th ð=d ı=i"


@cache
def _in_ascii() -> dict[int, str]:
    """Letters that no accent tells from a Latin one, in the letters that file names are made of."""
    return {ord(each[0]): each[2:] for each in (_CYRILLIC + _LATIN).split()}


def slug(text: str, most: int = 40) -> str:
    """The text in small letters, digits and hyphens, a name for a file on every system; never empty.

    Cyrillic letters and those of Latin alphabets are kept readable. Where others are left out, or a device of
    Windows has the name, a digest of the text tells it from its like.
    """
    composed = unicodedata.normalize("NFC", text.casefold())
    plain = unicodedata.normalize("NFKD", composed.translate(_in_ascii()))
    words = re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")
    name = words[:most].strip("-")
    if name and allowed_on_disk(name) and not any(each.isalnum() and not each.isascii() for each in plain):
        return name
    import hashlib

    mark = hashlib.sha256(composed.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{words[: most - 7].strip('-') or 'x'}-{mark}"
