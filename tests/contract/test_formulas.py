"""Formulas of custom metrics: a grammar that cannot run away (document: Analytics; quirk 50)."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.formulas import DEEPEST, LONGEST, BadFormula, parse

VALUES = {"revenue": 12.5, "sales": 4.0, "sessions": 0.0, "cogs": -3.0, "gone": None}

Tree = tuple  # an operator with its operands, or a leaf: ("n", text) or ("$", key)

leaves = st.one_of(
    st.tuples(st.just("n"), st.integers(0, 999).map(str)),
    st.tuples(st.just("n"), st.decimals(0, 99, places=2).map(lambda d: format(d, "f"))),
    st.tuples(st.just("$"), st.sampled_from(sorted(VALUES))),
)
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(st.sampled_from("+-*/"), inner, inner), st.tuples(st.just("neg"), inner)
    ),
    max_leaves=12,
)


def written(tree: Tree, data: st.DataObject) -> str:
    """The tree as a formula with parentheses and, here and there, blanks."""
    space = data.draw(st.sampled_from(["", " ", "  \t"]))
    if tree[0] == "n":
        return f"{space}{tree[1]}"
    if tree[0] == "$":
        return f"{space}${tree[1]}"
    if tree[0] == "neg":
        return f"{space}-({written(tree[1], data)})"
    return f"({written(tree[1], data)}{space}{tree[0]}{written(tree[2], data)})"


def reference(tree: Tree) -> Fraction | None:
    """The tree's value in exact arithmetic; None for missing."""
    if tree[0] == "n":
        return Fraction(tree[1])
    if tree[0] == "$":
        value = VALUES[tree[1]]
        return None if value is None else Fraction(value)
    operands = [reference(inner) for inner in tree[1:]]
    if None in operands:
        return None
    if tree[0] == "neg":
        return -operands[0]
    left, right = operands
    if tree[0] == "/":
        return left / right if right else None
    return {"+": left + right, "-": left - right, "*": left * right}[tree[0]]


@given(trees, st.data())
def test_a_formula_means_what_exact_arithmetic_says(tree: Tree, data: st.DataObject) -> None:
    expected = reference(tree)
    found = parse(written(tree, data)).value(VALUES)
    if expected is None or found is None:
        # Where a difference of nearly equal numbers is zero in one arithmetic alone, both may
        # differ in being missing; anything else must agree.
        assert found == expected or _cancels(tree)
        return
    assert math.isclose(found, float(expected), rel_tol=1e-6, abs_tol=1e-6) or _cancels(tree)


def _cancels(tree: Tree) -> bool:
    """Whether a sum somewhere within is so small that rounding decides."""
    if tree[0] in ("n", "$"):
        return False
    value = reference(tree)
    small = tree[0] in "+-" and value is not None and abs(value) < Fraction(1, 10**6)
    return small or any(_cancels(inner) for inner in tree[1:])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("8 - 2 - 1", 5),
        ("8 / 4 / 2", 1),
        ("-2 * -3", 6),
        ("2--3", 5),
        ("+.5 + 1.25", 1.75),
        ("$revenue / $sales", 3.125),
        ("$revenue/$sessions", None),
        ("0 * (1 / 0)", None),
        ("$gone + 1", None),
        ("$revenue - $cogs", 15.5),
    ],
)
def test_precedence_signs_and_what_is_missing(text: str, value: float | None) -> None:
    assert parse(text).value(VALUES) == value


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "1 +", "* 2", "(1", "1)", "()", "1 2", "$", "$Revenue", "1 % 2", "2 ** 3"),
        *("1..2", "1e5", "__import__('os')", "$a.b", "1,5", "\N{ARABIC-INDIC DIGIT ONE}", "a"),
        *("9" * 16, "(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "-" * 900 + "1"),
        "1" + "+1" * LONGEST,
    ],
)
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(BadFormula):
        parse(text)


@given(st.text(max_size=200))
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    try:
        value = parse(text).value(VALUES)
    except BadFormula:
        return
    assert value is None or math.isfinite(value)


@given(st.text("+-*/() $ab1.", max_size=LONGEST))
def test_what_looks_like_a_formula_ends_well_too(text: str) -> None:
    try:
        parse(text).value({"a": 1e300, "b": 1e-300})
    except BadFormula:
        return


def test_a_result_that_no_number_holds_is_missing() -> None:
    assert parse("$a * $a").value({"a": 1e300}) is None
