"""How a card looks, in numbers: the one place that both the style of the page and the fitting of texts read.

A poker card is 63 by 88 mm, and nine of them lie edge to edge on A4 or US Letter. Each kind of line has its
typeface, its size in points at each step of type, its height and the space above it.
"""

from __future__ import annotations

from campaign.record import Record

BAR = 0.5
"""How wide the bar is at the left of an indented line, in mm."""


class LineLook(Record):
    """One kind of line: `face` is one of templates/_default/fonts, `sizes` are points, one for each step.

    `lead` is the height of a line as a multiple of its size; `gap` mm are above it, or `near` mm below a line
    of its own kind; `indent` mm are left free before it.
    """

    kind: str
    face: str
    sizes: tuple[float, ...]
    lead: float
    gap: float = 0
    near: float = 0
    indent: float = 0

    @property
    def bold(self) -> bool:
        """Whether all of it is set bold."""
        return self.face.endswith("-bold")

    @property
    def clear(self) -> float:
        """What of the indent lies between the bar at its left and the text."""
        return self.indent - BAR if self.indent else 0

    @property
    def narrow(self) -> bool:
        """Whether it is set in the narrow family."""
        return self.face.startswith("narrow")


class CutMark(Record):
    """A stroke on which to cut, in mm from the top left corner of the first card."""

    x1: float
    y1: float
    x2: float
    y2: float


class PaperLook(Record):
    """A paper by the name that its pages have, and where the first card lies on it, in mm."""

    name: str
    width: float
    height: float
    left: float
    top: float

    @property
    def filled(self) -> float:
        """The height that a sheet fills: a hair less than all of it, or a blank page might follow."""
        return self.height - 0.5


class PictureLook(Record):
    """The picture of a board on a card, in mm: the size of its letters, however large the board is, and the
    gap above it. With less than `least` mm to an inch nobody could count its ticks.
    """

    letter: float
    gap: float
    least: float


class CardLook(Record):
    """A card and a sheet of cards, in mm.

    `edge` lies between a card's cut and its text, `frame` between the cut and the frame. `badge` is kept free
    beside the name where a card has a mark, and beside the foot of a group's own. `most_ruled` lines are on a
    blank card, `ruled` apart.
    """

    width: float
    height: float
    columns: int
    rows: int
    edge: float
    frame: float
    badge: float
    ruled: float
    most_ruled: int
    lines: tuple[LineLook, ...]
    picture: PictureLook
    marks: tuple[CutMark, ...]
    papers: tuple[PaperLook, ...]

    @property
    def room(self) -> tuple[float, float]:
        """The width and the height that a card's texts may take."""
        return self.width - 2 * self.edge, self.height - 2 * self.edge

    @property
    def steps(self) -> int:
        """How many steps of type there are, from the largest to the smallest."""
        return len(self.lines[0].sizes)

    @property
    def sheet(self) -> tuple[float, float]:
        """The width and the height of a sheet's cards together."""
        return self.width * self.columns, self.height * self.rows


NEAR, FAR = 1.5, 5.5
"""Where a cut mark begins and ends, outside of the cards."""


def _marks(width: float, height: float, columns: int, rows: int) -> tuple[CutMark, ...]:
    right, bottom = width * columns, height * rows
    found = []
    for x in (width * place for place in range(columns + 1)):
        found += [
            CutMark(x1=x, y1=-FAR, x2=x, y2=-NEAR),
            CutMark(x1=x, y1=bottom + NEAR, x2=x, y2=bottom + FAR),
        ]
    for y in (height * place for place in range(rows + 1)):
        found += [
            CutMark(x1=-FAR, y1=y, x2=-NEAR, y2=y),
            CutMark(x1=right + NEAR, y1=y, x2=right + FAR, y2=y),
        ]
    return tuple(found)


TEXT = (9.2, 8.4, 7.7, 7.1, 6.5)

LOOK = CardLook(
    width=63,
    height=88,
    columns=3,
    rows=3,
    edge=4.6,
    frame=2.2,
    badge=9,
    ruled=6,
    most_ruled=11,
    lines=(
        LineLook(kind="deck", face="narrow", sizes=(7, 7, 7, 7, 7), lead=1.25),
        LineLook(kind="name", face="narrow-bold", sizes=(14, 14, 13, 13, 12), lead=1.1, gap=0.8),
        LineLook(kind="concept", face="narrow", sizes=TEXT, lead=1.25, gap=1.2),
        LineLook(kind="text", face="text", sizes=TEXT, lead=1.28, gap=1.8, near=1),
        LineLook(kind="size", face="narrow", sizes=TEXT, lead=1.28, gap=1.8, near=0.6),
        LineLook(
            kind="place", face="narrow", sizes=(8, 7.6, 7.3, 6.9, 6.5), lead=1.25, gap=1.6, near=0.6, indent=2
        ),
        LineLook(kind="count", face="text", sizes=TEXT, lead=1.28, gap=1.4, near=0.4, indent=2),
        LineLook(kind="playable", face="text", sizes=TEXT, lead=1.28, gap=1.8, near=1, indent=2),
        LineLook(kind="write", face="text", sizes=TEXT, lead=1.28, gap=1.8, near=1),
        LineLook(kind="rule", face="text", sizes=(10, 10, 10, 10, 10), lead=1.8),
        LineLook(kind="score", face="narrow", sizes=TEXT, lead=1.28, gap=1.6, near=0.8, indent=2),
        LineLook(kind="foot", face="narrow", sizes=(6, 6, 6, 6, 6), lead=1.25, gap=1.6),
    ),
    picture=PictureLook(letter=2.4, gap=1.6, least=0.65),
    marks=_marks(63, 88, 3, 3),
    papers=(
        PaperLook(name="A4", width=210, height=297, left=10.5, top=16.5),
        PaperLook(name="letter", width=215.9, height=279.4, left=13.45, top=7.7),
    ),
)
