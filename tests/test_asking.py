from __future__ import annotations

import pytest

from campaign.asking import Question, SavedAnswers, amount, interview, truth, whole, yes_or_no
from campaign.errors import MissingAnswer, Refusal

NUMBER = Question("number", "How many?", int, "3", "--number")
NAME = Question("name", "Who?", str.upper)


class Typed:
    """Answers in their order; keeps what was asked."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.asked: list[tuple[str, str | None, str]] = []

    def line(self, question: str, default: str | None, note: str = "") -> str:
        self.asked.append((question, default, note))
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def hidden(self, who, question, check, note=""):
        raise AssertionError("nothing here is secret")


class TestInterview:
    def test_enter_takes_the_default(self):
        assert interview([NUMBER, NAME], Typed("", "ann")) == {"number": 3, "name": "ANN"}

    def test_a_wrong_answer_is_asked_again_with_what_is_wrong(self):
        typed = Typed("many", "5")
        assert interview([NUMBER], typed) == {"number": 5}
        assert typed.asked == [
            ("How many?", "3", ""),
            ("How many?", "3", "invalid literal for int() with base 10: 'many'"),
        ]

    def test_a_refusal_is_asked_again_too(self):
        def check(text: str) -> str:
            if text == "no":
                raise Refusal("Not that one.", "Choose another.")
            return text

        typed = Typed("no", "yes")
        assert interview([Question("it", "Which?", check)], typed) == {"it": "yes"}
        assert typed.asked[1] == ("Which?", None, "Not that one. Choose another.")

    def test_a_step_back_offers_what_was_typed(self):
        typed = Typed("4", " B ", "", "ann")
        assert interview([NUMBER, NAME], typed) == {"number": 4, "name": "ANN"}
        assert [(question, default) for question, default, _ in typed.asked] == [
            ("How many?", "3"),
            ("Who?", None),
            ("How many?", "4"),
            ("Who?", None),
        ]

    def test_there_is_nothing_before_the_first_question(self):
        assert interview([NUMBER], Typed("b", "b", "7")) == {"number": 7}

    def test_nobody_may_be_asked(self):
        assert interview([NUMBER], None) == {"number": 3}
        with pytest.raises(MissingAnswer) as caught:
            interview([NUMBER, NAME], None)
        assert str(caught.value) == "No answer given: Who? Run the command again without --no-input."
        with pytest.raises(MissingAnswer, match=r"Use --who\.$"):
            interview([Question("name", "Who?", str, option="--who")], None)

    def test_a_wrong_default_is_no_question(self):
        with pytest.raises(ValueError, match="many"):
            interview([Question("number", "How many?", int, "many")], None)


class TestDraft:
    def test_answers_are_offered_again_after_an_end_that_nobody_wanted(self, tmp_path):
        draft = SavedAnswers(tmp_path / "drafts" / "draft.json")
        with pytest.raises(EOFError):
            interview([NUMBER, NAME], Typed("8"), draft)
        assert draft.load() == {"number": "8"}
        typed = Typed("", "ann")
        assert interview([NUMBER, NAME], typed, draft) == {"number": 8, "name": "ANN"}
        assert typed.asked[0] == ("How many?", "8", "")
        draft.drop()
        draft.drop()
        assert draft.load() == {}

    def test_what_can_t_be_read_is_no_draft(self, tmp_path):
        (tmp_path / "draft.json").write_text("{", encoding="utf-8")
        assert SavedAnswers(tmp_path / "draft.json").load() == {}

    def test_no_draft_at_all(self):
        draft = SavedAnswers(None)
        draft.keep({"number": "8"})
        draft.drop()
        assert draft.load() == {}


@pytest.mark.parametrize(
    ("text", "number", "said", "counted"),
    [
        ("12", 12, None, 12),
        (" -3 ", -3, None, -3),
        ("+0", 0, None, 0),
        ("1", 1, True, 1),
        ("0", 0, False, 0),
        ("Yes", None, True, 1),
        ("y", None, True, 1),
        ("TRUE", None, True, 1),
        (" n ", None, False, 0),
        ("no", None, False, 0),
        ("false", None, False, 0),
        ("1.5", None, None, None),
        ("1234567", None, None, None),
        ("٣", None, None, None),
        ("", None, None, None),
        ("yess", None, None, None),
    ],
)
def test_words_for_numbers_and_truth(text, number, said, counted):
    assert (whole(text), truth(text), amount(text)) == (number, said, counted)
    if said is None:
        with pytest.raises(ValueError, match=r"^Answer y or n\.$"):
            yes_or_no(text)
    else:
        assert yes_or_no(text) is said
