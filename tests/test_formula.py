"""What a formula may say, what it is worth, and each way to be refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.mechanisms.formula import Formula

SCOPE = {"models": 7, "kills": 3, "held": 0}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (3, 3),
        (-3, -3),
        ("models", 7),
        ("2 + 3 * models - 1", 22),
        ("models // 2", 3),
        ("-models // 2", -4),
        ("6 / 4 * 2", 3),
        ("(models + 1) / 2", 4),
        ("ceil(models / 5)", 2),
        ("floor(models / 5)", 1),
        ("ceil(-models / 5)", -1),
        ("ceil(1 / 3 * 3)", 1),
        ("min(models, kills)", 3),
        ("max(models, kills, 11)", 11),
        ("max(models)", 7),
        ("kills >= 3", 1),
        ("kills > 3", 0),
        ("1 < kills <= 3", 1),
        ("1 < kills < 3 < 0", 0),
        ("kills == 3", 1),
        ("kills != 3", 0),
        ("kills < 3", 0),
        ("kills and models", 1),
        ("kills and held", 0),
        ("kills or held", 1),
        ("held or 0", 0),
        ("not held", 1),
        ("not kills", 0),
        ("2 * (kills == 3) + (models > 9)", 2),
        ("held != 0 and 10 / held > 2", 0),
        (" +kills ", 3),
    ],
)
def test_values(text: str | int, value: int) -> None:
    formula = Formula.parse(text)
    assert formula.value(SCOPE) == value
    assert type(formula.value(SCOPE)) is int
    assert str(formula) == str(text)


ALLOWED = "Use whole numbers, names, + - * / //, comparisons, and, or, not, min, max, ceil and floor."


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("min", "min"),
        ("ceil + 1", "ceil"),
        ("a.b", "a.b"),
        ("open('x')", "open('x')"),
        ("2 ** 3", "2 ** 3"),
        ("7 % 3", "7 % 3"),
        ("~a", "~a"),
        ("a in b", "a in b"),
        ("a is b", "a is b"),
        ("True", "True"),
        ("1.5 + a", "1.5"),
        ("'a'", "'a'"),
        ("None", "None"),
        ("a if b else c", "a if b else c"),
        ("a[0]", "a[0]"),
        ("(a, b)", "(a, b)"),
        ("[1]", "[1]"),
        ("lambda: 1", "lambda: 1"),
        ("(a := 1)", "a := 1"),
        ("min()", "min()"),
        ("ceil()", "ceil()"),
        ("ceil(1, 2)", "ceil(1, 2)"),
        ("max(a, key=b)", "max(a, key=b)"),
        ("max(*a)", "*a"),
        ("max(a)(b)", "max(a)(b)"),
        ("1000000001", "1000000001"),
    ],
)
def test_what_can_not_stand(text: str, part: str) -> None:
    with pytest.raises(ValueError) as caught:
        Formula.parse(text)
    assert str(caught.value) == f"The formula “{text}” can’t contain “{part}”. {ALLOWED}"


@pytest.mark.parametrize("text", ["", "1 +", "a b", "1; 2", "a = 1", "(", "1\n2", "a\0", "1 and"])
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        Formula.parse(text)
    assert str(caught.value) == f"“{text}” is not a formula. {ALLOWED}"


def test_limits() -> None:
    assert Formula.parse("1" + "+1" * 29).value({}) == 30
    with pytest.raises(ValueError, match="has too many parts: the limit is 60"):
        Formula.parse("1" + "+1" * 30)
    assert Formula.parse(" " * 199 + "1").value({}) == 1
    with pytest.raises(ValueError, match=r"201 characters\. The limit is 200"):
        Formula.parse(" " * 200 + "1")
    assert Formula.parse(10**9).value({}) == 10**9
    with pytest.raises(ValueError, match="too large for a formula: the limit is 1000000000"):
        Formula.parse(10**9 + 1)
    with pytest.raises(ValueError, match="“True” is not a formula"):
        Formula.parse(True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 / 2", "The formula “1 / 2” gives 1/2, which is not a whole number: use ceil or floor."),
        ("models / held", "The formula “models / held” divides by zero."),
        ("models // held", "The formula “models // held” divides by zero."),
        (
            "1000000000 + 1 - 1",
            "The value of the formula “1000000000 + 1 - 1” is too large: the limit is 1000000000.",
        ),
        (
            "-1000000000 - 1",
            "The value of the formula “-1000000000 - 1” is too large: the limit is 1000000000.",
        ),
        (
            "0 * model",
            "The formula “0 * model” uses an unknown name: “model”. Known names: held, kills, models.",
        ),
    ],
)
def test_values_that_are_none(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        Formula.parse(text).value(SCOPE)
    assert str(caught.value) == sentence


def test_a_name_in_an_empty_scope() -> None:
    with pytest.raises(ValueError, match=r"uses an unknown name: “a”\. Known names: none"):
        Formula.parse("1 or a").value({})


def test_names_are_what_the_scope_must_hold() -> None:
    assert Formula.parse("max(models, 2 * kills) - ceil(held / 2)").names == {"models", "kills", "held"}
    assert Formula.parse(4).names == frozenset()


def test_formulas_are_values() -> None:
    assert {Formula.parse("a + 1"), Formula.parse("a + 1"), Formula.parse("a+1")} == {
        Formula.parse("a+1"),
        Formula.parse("a + 1"),
    }
    assert Formula.parse(3) == Formula.parse("3")


@given(st.text(max_size=30) | st.text("ab12+-*/()<>= ,minot", max_size=20))
def test_any_text_has_a_value_or_a_sentence(text: str) -> None:
    try:
        formula = Formula.parse(text)
        assert abs(formula.value(dict.fromkeys(formula.names, 5))) <= 10**9
    except ValueError as error:
        assert str(error)
