from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.commands.print import cards_view
from campaign.content.library import built_in, known_systems, library_without
from campaign.mechanisms.deck import Deck
from campaign.printing.cards.faces import faces_of
from campaign.printing.cards.fit import BoardFrame, SetLine, fitted, lines_taken
from campaign.printing.cards.look import FAR, LOOK
from campaign.printing.cards.sheets import blank_card, cards_on_sheets, printed_cards
from campaign.printing.environment import Paper
from campaign.printing.lettering import widths
from campaign.printing.views import MarkerView
from campaign.record import replace
from tests.test_render import HOSTILE

LOOKS = {each.kind: each for each in LOOK.lines}
SYSTEMS = known_systems([built_in()])
POINT = 25.4 / 72


def taken(text: str, room: float, label: str = "", kind: str = "text") -> int:
    return lines_taken(SetLine(kind=kind, text=text, label=label), LOOKS[kind], 0, room)


def width(text: str, face: str = "text", size: float = LOOKS["text"].sizes[0]) -> float:
    """In mm, with the hair that is taken of a line."""
    return sum(widths(face)[letter] for letter in text) / 1000 * size * POINT / 0.995 + 0.001


class TestSheets:
    @pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("letter", (215.9, 279.4))])
    def test_nine_lie_in_the_middle_of_either_paper_with_their_cut_marks(self, paper, size):
        assert (LOOK.width, LOOK.height, LOOK.columns * LOOK.rows) == (63, 88, 9)
        wide, high = LOOK.sheet
        assert (wide, high) == (189, 264)
        [found] = [each for each in LOOK.papers if each.name == paper]
        assert (found.width, found.height) == size
        assert found.left == pytest.approx((found.width - wide) / 2)
        assert found.top == pytest.approx((found.height - high) / 2)
        assert min(found.left, found.top) > FAR

    def test_every_paper_has_its_place(self):
        assert {each.name for each in LOOK.papers} == set(get_args(Paper))

    def test_marks_lie_outside_of_the_cards_and_on_their_edges(self):
        wide, high = LOOK.sheet
        assert len(LOOK.marks) == 16
        for mark in LOOK.marks:
            upright = mark.x1 == mark.x2
            assert (mark.x1 if upright else mark.y1) % (LOOK.width if upright else LOOK.height) == 0
            ends = (mark.y1, mark.y2) if upright else (mark.x1, mark.x2)
            assert all(end < 0 or end > (high if upright else wide) for end in ends)

    def test_ten_cards_are_two_sheets(self):
        cards = [blank_card("")] * 10
        sheets = cards_on_sheets(cards, backs=False)
        assert [sheet.rows for sheet in sheets] == [((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((9, None, None),)]

    @given(st.integers(0, 40))
    def test_each_back_is_its_front_from_right_to_left(self, count):
        sheets = cards_on_sheets([blank_card("")] * count, backs=True)
        assert [sheet.back for sheet in sheets] == [False, True] * (len(sheets) // 2)
        for front, back in zip(sheets[::2], sheets[1::2], strict=True):
            assert tuple(row[::-1] for row in front.rows) == back.rows
        places = [place for sheet in sheets if not sheet.back for row in sheet.rows for place in row]
        assert [place for place in places if place is not None] == list(range(count))


class TestLines:
    def test_a_line_breaks_where_a_word_has_no_room(self):
        room = width("one two")
        assert taken("one two", room) == 1
        assert taken("one two", room - 0.01) == 2
        assert taken("one two three", room) == 2
        assert taken("", room) == 1

    def test_a_label_is_bold(self):
        room = width("Playable:", "text-bold") + width(" now")
        assert taken("now", room, "Playable:") == 1
        assert taken("now", room - 0.02, "Playable:") == 2

    def test_a_word_longer_than_a_line_is_broken_on_lines_of_its_own(self):
        assert taken("a " + "m" * 25, width("m" * 10)) == 4

    def test_a_blank_that_does_not_break(self):
        room = width("one two")
        assert taken("one two three", room) == 2
        assert taken("one\u00a0two three", width("one")) > taken("one two", width("three"))

    def test_what_the_font_lacks_counts_an_em_and_marks_nothing(self):
        em = width("", size=1) + LOOKS["text"].sizes[0] * POINT / 0.995
        assert taken("試" * 10, em * 10 + 0.01) == 1
        assert taken("試" * 10, em * 9.9) == 2
        assert taken("e\u0301" * 10, width("e" * 10)) == 1

    @given(st.text(), st.floats(5, 60))
    def test_it_never_takes_fewer_in_less_room(self, text, room):
        assert 1 <= taken(text, room + 1) <= taken(text, room)


class TestSteps:
    def card(self, words: int) -> list[SetLine]:
        return [SetLine(kind="name", text="X"), SetLine(kind="text", text="wholly " * words)]

    def test_the_longer_the_smaller(self):
        fits = [fitted(self.card(words), LOOK) for words in range(10, 300, 10)]
        assert [fit.step for fit in fits] == sorted(fit.step for fit in fits)
        assert {fit.step for fit in fits} == set(range(LOOK.steps))
        assert [fit.over for fit in fits] == sorted(fit.over for fit in fits)
        assert {fit.over == 0 for fit in fits if fit.step < LOOK.steps - 1} == {True}

    def test_so_many_lines_are_too_many(self):
        least = next(words for words in range(400) if fitted(self.card(words), LOOK).over)
        assert fitted(self.card(least), LOOK).over == 1
        assert fitted(self.card(least + 60), LOOK).over > 3

    def test_each_kind_has_a_size_at_each_step(self):
        assert {len(each.sizes) for each in LOOK.lines} == {LOOK.steps}
        assert all(tuple(sorted(each.sizes, reverse=True)) == each.sizes for each in LOOK.lines)
        assert all(" " in widths(each.face) for each in LOOK.lines)


class TestPictures:
    """A board below the lines takes what they leave of a card."""

    NAME = SetLine(kind="name", text="X")
    BOARD = BoardFrame(width=36, height=36, beside=3, above=2.5)

    def heights(self, fit, lines, board):
        """Of all lines in mm, and of the picture with its gap; every line of these is a single one."""
        looks = [LOOKS[line.kind] for line in lines]
        high = sum(own.gap + own.sizes[fit.step] * own.lead * POINT for own in looks)
        return high, LOOK.picture.gap + fit.scale * board.height + board.above * LOOK.picture.letter

    def test_it_is_as_wide_as_the_card_or_as_high_as_is_left(self):
        room, high = LOOK.room
        fit = fitted([self.NAME], LOOK, self.BOARD)
        assert (fit.step, fit.over) == (0, 0)
        assert fit.scale * 36 + 3 * LOOK.picture.letter == pytest.approx(room, abs=0.04)
        tall = replace(self.BOARD, height=60)
        lines = [self.NAME, SetLine(kind="text", text="now")]
        fit = fitted(lines, LOOK, tall)
        assert sum(self.heights(fit, lines, tall)) == pytest.approx(high, abs=0.07)
        assert sum(self.heights(fit, lines, tall)) <= high

    def test_type_grows_smaller_before_nobody_can_count_its_ticks(self):
        def fit(words):
            return fitted([self.NAME, SetLine(kind="text", text="wholly " * words)], LOOK, self.BOARD)

        fits = [fit(words) for words in range(5, 130, 5)]
        assert [each.step for each in fits] == sorted(each.step for each in fits)
        assert {each.step for each in fits} == set(range(LOOK.steps))
        assert all(each.scale >= LOOK.picture.least for each in fits if not each.over)
        assert fits[-1].over > 0
        assert fits[-1].scale == 0

    def test_a_board_that_is_too_wide_has_no_picture(self):
        assert fitted([], LOOK, replace(self.BOARD, width=90)).over


class TestBoards:
    """Cards that bring a board, made of content."""

    def card(self, **changes):
        library = library_without("starcraft")
        [face] = faces_of(library, "deployments", {})[:1]
        assert face.board is not None
        board = replace(face.board, **changes.pop("board", {}))
        [card] = printed_cards(library, [replace(face, board=board, **changes)])
        return card

    def test_every_deployment_card_has_its_picture_instead_of_places(self):
        cards = cards_view(library_without("starcraft"), "deployments", copies=1, backs=False).cards
        assert len(cards) == 10
        for card in cards:
            assert card.scale >= LOOK.picture.least
            assert {line.kind for line in card.words} <= {"text", "size"}
            assert [line.kind for line in card.places] == ["place"] * len(card.places)
            assert {*card.words, *card.places} == set(card.lines)
            assert card.board is not None
            assert card.picture is not None
            assert len(card.places) == len(card.board.zones) + len(card.board.markers)
            assert card.picture.millimetres <= LOOK.room[0]

    def test_what_ticks_do_not_tell_stays_in_words(self):
        marker = MarkerView(name="relay", x=7.5, y=12)
        assert self.card(board={"markers": (marker,)}).scale
        card = self.card(board={"markers": (replace(marker, x=7.25),)})
        assert (card.scale, card.picture, card.places) == (0, None, ())
        assert card.words == card.lines

    def test_names_without_room_in_it_stay_in_words(self):
        zone = replace(self.card().board.zones[0], name="W" * 60)
        card = self.card(board={"zones": (zone,)})
        assert (card.scale, card.over) == (0, 0)

    def test_a_board_too_large_to_be_drawn_stays_in_words(self):
        card = self.card(board={"width": 90})
        assert (card.scale, card.over) == (0, 0)

    def test_a_text_that_leaves_no_room_is_told_of(self):
        card = self.card(text="wholly " * 300)
        assert card.scale == 0
        assert card.over > 0


class TestContent:
    @pytest.mark.parametrize("system", SYSTEMS)
    def test_every_card_fits(self, system):
        library = library_without(system)
        for card_id in library.card_ids():
            view = cards_view(library, card_id, copies=1, backs=False)
            assert view.too_long == ()
            assert all(card.name and card.foot and card.title for card in view.cards)

    @pytest.mark.parametrize("system", SYSTEMS)
    def test_every_card_of_a_deck_is_there_with_its_jokers(self, system):
        library = library_without(system)
        for card_id in library.card_ids():
            deck = library.any_card(card_id)
            faces = faces_of(library, card_id, {})
            jokers = deck.jokers if isinstance(deck, Deck) else 0
            assert [face.id for face in faces] == [*(row.id for row in deck.rows), *["joker"] * jokers]

    def test_no_placeholder_is_printed(self):
        for system in SYSTEMS:
            library = library_without(system)
            for card_id in library.card_ids():
                for card in cards_view(library, card_id, copies=1, backs=False).cards:
                    assert "{" not in "".join(line.label + line.text for line in card.lines)

    @pytest.mark.parametrize("name", HOSTILE)
    def test_hostile_texts_are_lines_like_others(self, name):
        library = library_without(SYSTEMS[0])
        [plain] = faces_of(library, "scouting", {})[:1]
        [card] = printed_cards(library, [replace(plain, name=HOSTILE[name], text=HOSTILE[name])])
        assert [line.kind for line in card.lines] == ["text"]
        assert card.foot.startswith("KT-S1")
