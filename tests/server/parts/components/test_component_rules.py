"""What components may be, and the states of their content (document: Component content)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from funneldesk.contract.component_filling import MOST_ADDED, Filler, Part
from funneldesk.server.parts.components.builder import ready_config, selectors_of
from funneldesk.server.parts.components.rules import (
    ComponentCreate,
    NoSuchDraft,
    Step,
    code_for,
    is_code,
    prefixed,
    step_of,
)


@pytest.mark.parametrize(
    ("draft", "revision_id", "drafts", "step"),
    [
        (True, None, (), Step.ADD_DRAFT),
        (True, None, (4,), Step.ADD_DRAFT),
        (True, 4, (4, 5), Step.CHANGE_DRAFT),
        (False, None, (), Step.PUBLISH),
        (False, None, (4, 5), Step.PUBLISH),
        (False, 9, (4,), Step.PUBLISH),
    ],
)
def test_the_table_of_the_document(
    draft: bool, revision_id: int | None, drafts: tuple[int, ...], step: Step
) -> None:
    """States and transitions: Component content; quirk 30."""
    assert step_of(draft=draft, revision_id=revision_id, drafts=drafts) is step


def test_a_draft_that_is_gone_cannot_be_changed() -> None:
    with pytest.raises(NoSuchDraft):
        step_of(draft=True, revision_id=4, drafts=(5,))


def test_every_code_carries_the_prefix_once() -> None:
    """Quirk 31."""
    assert prefixed("hero") == prefixed("custom-hero") == "custom-hero"


@given(st.text(max_size=300))
def test_a_code_can_be_made_from_any_name(name: str) -> None:
    code = code_for(name, set())
    assert code.startswith("custom-")
    other = code_for(name, {code})
    assert other != code
    if "." not in code and "~" not in code:
        assert is_code(code)
        assert is_code(other)


@given(st.text(max_size=300))
def test_a_code_that_is_taken_is_safe_in_html(code: str) -> None:
    try:
        made = ComponentCreate(name="x", code=code).code
    except ValidationError:
        return
    assert made is None or (is_code(made) and not set(made) & set("\"'<>&= \t\n/`"))


def test_selectors_are_brought_into_one_form() -> None:
    """Endpoints: builder read; quirk 32."""
    assert selectors_of("a ,  .b  > c,, a") == ["a", ".b > c"]
    assert selectors_of([{"name": "x"}, {"name": "#y", "type": 2}, ".x", " a  b "]) == [
        ".x",
        "#y",
        "a b",
    ]
    assert selectors_of([{"odd": 1}, None, ""]) == [{"odd": 1}]


def test_a_config_is_made_ready_and_the_stored_one_stays() -> None:
    stored = {
        "data": [{"id": "", "x": 1}, {"id": "a", "components": [{"attributes": {"id": ""}}, "t"]}],
        "styles": [{"selectors": ".a, .a", "style": {"color": "red"}}, "odd"],
        "assets": [{"src": "own"}],
        "more": {"kept": True},
    }
    before = repr(stored)
    assert ready_config(stored, [{"src": "brand"}]) == {
        "data": [{"id": "a", "components": ["t"]}],
        "styles": [{"selectors": [".a"], "style": {"color": "red"}}, "odd"],
        "assets": [{"src": "own"}, {"src": "brand"}],
        "more": {"kept": True},
    }
    assert repr(stored) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "attributes", "selectors", "name", "type", "styles", "data"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["data", "styles", "assets", "x"]), JSON))
def test_any_config_can_be_made_ready(config: dict[str, object]) -> None:
    ready = ready_config(config, [{"src": "x"}])
    assert ready["assets"][-1] == {"src": "x"}
    assert ready_config(ready, []).get("styles") == ready.get("styles")


def tag(code: str) -> str:
    return f"<component code={code}></component>"


def test_components_stand_in_for_their_elements() -> None:
    filler = Filler({"custom-a": Part("<b>A</b>", ""), "custom-c": Part("C", "c{}")})
    assert filler.fill(f"1{tag('custom-a')}2") == "1<b>A</b>2"
    assert filler.fill("<i data-component=custom-a>x</i>") == (
        "<i data-component=custom-a><b>A</b>x</i>"
    )
    assert filler.fill(tag("custom-none")) == tag("custom-none")
    assert filler.fill(tag("custom-c") * 2) == "<style>\nc{}\n</style>\nCC"


def test_components_hold_others_but_never_themselves() -> None:
    parts = {
        "custom-a": Part(f"a({tag('custom-b')})", ""),
        "custom-b": Part(f"b({tag('custom-a')})", ""),
    }
    assert Filler(parts).fill(tag("custom-a")) == f"a(b({tag('custom-a')}))"


def test_a_bomb_of_components_stays_small() -> None:
    parts = {f"custom-{n}": Part(tag(f"custom-{n + 1}") * 50, "") for n in range(20)}
    parts["custom-7"] = Part("x" * 10_000, "")
    filled = Filler(parts).fill(tag("custom-0"))
    assert len(filled) < 4 * MOST_ADDED
