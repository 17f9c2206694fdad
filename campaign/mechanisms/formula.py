"""Whole-number arithmetic that content may write, such as `ceil(models / 5)` or `kills >= 3`.

Nothing is ever run as Python: the text is parsed, each node must be one of a short list, and size and
values are bounded, so that a stranger's content can neither do harm nor take long. Division is exact,
and a result that is no whole number is a mistake rather than rounded in silence.
"""

from __future__ import annotations

import ast
import functools
import math
import operator
import re
import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar

from campaign.record import Record, field
from campaign.words import listed, say

if TYPE_CHECKING:
    from fractions import Fraction

    Number = int | Fraction

MOST_TEXT = 200
MOST_NODES = 60
MOST_VALUE = 10**9


def _quotient(left: Number, right: Number) -> Fraction:
    from fractions import Fraction

    return Fraction(left) / Fraction(right)


_TWO: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: _quotient,
    ast.FloorDiv: operator.floordiv,
}
_COMPARED: dict[type[ast.cmpop], Callable[[Number, Number], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_ONE: dict[type[ast.unaryop], Callable[[Number], Number]] = {
    ast.USub: lambda value: -value,
    ast.UAdd: lambda value: value,
    ast.Not: lambda value: int(not value),
}
_CALLED: dict[str, Callable[..., Number]] = {"min": min, "max": max, "ceil": math.ceil, "floor": math.floor}
_ALLOWED = say("Use whole numbers, names, + - * / //, comparisons, and, or, not, min, max, ceil and floor.")


class Formula(Record, kw_only=False):
    """Made by `parse` alone; equal when the texts are equal. `names` are what `value` needs in its scope."""

    WRITTEN: ClassVar[dict[str, object]] = {
        "type": ["integer", "string"],
        "minLength": 1,
        "maxLength": MOST_TEXT,
        "description": say("A whole number or a formula, such as ceil(models / 5)."),
    }
    """How files hold it, as JSON Schema."""

    text: str
    names: frozenset[str] = field(compare=False)
    _tree: ast.expr = field(compare=False)

    @classmethod
    def parse(cls, text: str | int) -> Formula:
        """Raises ValueError with a sentence that names the text."""
        if text is True or text is False:
            raise ValueError(
                say("“{text}” is not a formula: write a whole number or an expression.", text=text)
            )
        if isinstance(text, int) and abs(text) > MOST_VALUE:
            raise ValueError(
                say("The number is too large for a formula: the limit is {most}.", most=MOST_VALUE)
            )
        return _parsed(str(text))

    def __str__(self) -> str:
        return self.text

    def within(self, scope: Mapping[str, int]) -> Formula:
        """The formula with the names of the scope put in: a plain number where none is left.

        Raises ValueError as `value` does.
        """
        if self.names <= scope.keys():
            return Formula.parse(self.value(scope))
        put_in = {name: f"({value})" for name, value in scope.items()}
        return Formula.parse(re.sub(r"[A-Za-z_]\w*", lambda name: put_in.get(name[0], name[0]), self.text))

    def value(self, scope: Mapping[str, int]) -> int:
        """Raises ValueError for an unknown name, a division by zero, a fraction or a value above 10**9."""
        for name in sorted(self.names):
            if name not in scope:
                known = listed(sorted(scope)) or say("none")
                raise ValueError(
                    say(
                        "The formula “{text}” uses an unknown name: “{name}”. Known names: {known}.",
                        text=self.text,
                        name=name,
                        known=known,
                    )
                )
        try:
            result = _value(self._tree, scope)
        except ZeroDivisionError:
            raise ValueError(say("The formula “{text}” divides by zero.", text=self.text)) from None
        except OverflowError:
            raise ValueError(
                say(
                    "The value of the formula “{text}” is too large: the limit is {most}.",
                    text=self.text,
                    most=MOST_VALUE,
                )
            ) from None
        if result != int(result):
            raise ValueError(
                say(
                    "The formula “{text}” gives {result}, which is not a whole number: use ceil or floor.",
                    text=self.text,
                    result=result,
                )
            )
        return int(result)


@functools.cache
def _parsed(text: str) -> Formula:
    """A battle has the same few formulas many times over."""
    tree = _tree_of(text)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.expr)]
    if len(nodes) > MOST_NODES:
        raise ValueError(
            say(
                "The formula “{text}” has too many parts: the limit is {most}.",
                text=text,
                most=MOST_NODES,
            )
        )
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if id(node) not in called:
            _check_node(node, text)
    names = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in called}
    return Formula(text, frozenset(names), tree)


def _tree_of(text: str) -> ast.expr:
    if len(text) > MOST_TEXT:
        raise ValueError(
            say(
                "The formula is too long: {count} characters. The limit is {most}.",
                count=len(text),
                most=MOST_TEXT,
            )
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's advice about odd spelling is nothing to a player
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ValueError(say("“{text}” is not a formula. {allowed}", text=text, allowed=_ALLOWED)) from None


def _check_node(node: ast.expr, text: str) -> None:
    match node:
        case ast.Constant(value=bool()):
            fine = False
        case ast.Constant(value=value):
            fine = isinstance(value, int) and value <= MOST_VALUE
        case ast.Name(id=name):
            fine = name not in _CALLED
        case ast.BinOp(op=op):
            fine = type(op) in _TWO
        case ast.UnaryOp(op=one):
            fine = type(one) in _ONE
        case ast.Compare(ops=ops):
            fine = all(type(each) in _COMPARED for each in ops)
        case ast.BoolOp():
            fine = True
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
            fine = len(args) == 1 if name in ("ceil", "floor") else name in ("min", "max") and len(args) > 0
        case _:
            fine = False
    if not fine:
        part = re.sub(r"\s+", " ", ast.get_source_segment(text.strip(), node) or text)
        raise ValueError(
            say(
                "The formula “{text}” can’t contain “{part}”. {allowed}",
                part=part,
                text=text,
                allowed=_ALLOWED,
            )
        )


def _value(node: ast.expr, scope: Mapping[str, int]) -> Number:
    """OverflowError for any value on the way that is above MOST_VALUE."""
    result = _step(node, scope)
    if not -MOST_VALUE <= result <= MOST_VALUE:
        raise OverflowError
    return result


def _step(node: ast.expr, scope: Mapping[str, int]) -> Number:
    match node:
        case ast.Constant(value=int() as number):
            return number
        case ast.Name(id=name):
            return int(scope[name])
        case ast.BinOp(left=left, op=op, right=right):
            return _TWO[type(op)](_value(left, scope), _value(right, scope))
        case ast.UnaryOp(op=one, operand=operand):
            return _ONE[type(one)](_value(operand, scope))
        case ast.BoolOp(op=ast.And(), values=values):
            return int(all(_value(each, scope) for each in values))
        case ast.BoolOp(values=values):
            return int(any(_value(each, scope) for each in values))
        case ast.Compare():
            return int(_holds(node, scope))
    assert isinstance(node, ast.Call)
    assert isinstance(node.func, ast.Name)
    name, numbers = node.func.id, [_value(each, scope) for each in node.args]
    return _CALLED[name](*numbers) if len(numbers) > 1 or name in ("ceil", "floor") else numbers[0]


def _holds(node: ast.Compare, scope: Mapping[str, int]) -> bool:
    left = _value(node.left, scope)
    for op, operand in zip(node.ops, node.comparators, strict=True):
        right = _value(operand, scope)
        if not _COMPARED[type(op)](left, right):
            return False
        left = right
    return True


def in_formulas(name: str) -> str:
    """What formulas call an id: a hyphen would be a minus."""
    return name.replace("-", "_")
