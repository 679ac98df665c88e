"""What does not close in a style sheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.problems.rules.css import css_problems


def found(source: str) -> list[tuple[str, str]]:
    return [(p.kind, source[p.start : p.end]) for p in css_problems(source)]


@pytest.mark.parametrize(
    "source",
    [
        '@media (min-width: 40em) { a[href=\'}\'] { content: "{\\""; } }',
        "p { background: url(data:image/png;base64,AA{A==) }",
        "p { background: url( 'a)b' ) } /* } */",
        ".sm\\:w-1\\/2 { width: calc((1px + 2px) * 3) } .a\\} {}",
        "p::before { content: 'a\\\nb' }",
        "",
    ],
)
def test_balanced_styles_have_no_problems(source: str) -> None:
    assert css_problems(source) == []


@pytest.mark.parametrize(
    ("source", "problems"),
    [
        ("p { color: red", [("css-bracket", "{")]),
        ("p { color: red }}", [("css-bracket", "}")]),
        ("p { width: calc(1px }", [("css-bracket", "(")]),
        ("p { } /* never", [("css-comment", "/*")]),
        ("p { content: 'a;\n}", [("css-string", "'a;")]),
        ("p { background: url(a.png;\n}", [("css-bracket", "url(a.png;")]),
    ],
)
def test_what_never_closes(source: str, problems: list[tuple[str, str]]) -> None:
    assert found(source) == problems


def test_a_part_of_a_text_can_be_read() -> None:
    assert css_problems("}p{}}", 1, 4) == []
    (problem,) = css_problems("}p{}}", 1)
    assert (problem.start, problem.end) == (4, 5)


@given(st.text(alphabet="{}()[]\"'\\/*url \n;a", max_size=40))
def test_any_text_is_read_and_every_span_lies_in_it(source: str) -> None:
    for problem in css_problems(source):
        assert 0 <= problem.start < problem.end <= len(source)
