"""What ``custom_javascript`` may hold, as the editor shows it (quirk 25)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.custom_javascript import forbidden_code
from funneldesk.desktop.records.problems.rules.script_rules import script_problems


@pytest.mark.parametrize(
    "source",
    [
        "",
        " \n",
        "<script>if (a < b) document.write('<div>')</script>",
        "<!-- pixel --><SCRIPT async src='/a.js'></SCRIPT >\n<noscript><img src=p></noscript>",
    ],
)
def test_scripts_comments_and_noscript_may_stand(source: str) -> None:
    assert script_problems(source) == []


@pytest.mark.parametrize(
    ("source", "marked"),
    [
        ("<script></script><div class=a>x</div>", "<div class=a>"),
        ("<!-- a -->  alert(1) \n<script></script>", "alert(1)"),
        ("</script>", "</script>"),
        ("<script>let a", "<script>"),
        ("<!-- never", "<!-- never"),
        ("<script src=a", "<script src=a"),
        ("<style>p{}</style>", "<style>"),
    ],
)
def test_anything_else_is_an_error_at_its_place(source: str, marked: str) -> None:
    (problem,) = script_problems(source)
    assert source[problem.start : problem.end] == marked
    assert problem.severity == "error"


def test_loose_code_can_be_put_into_a_script() -> None:
    source = "<!-- a -->\nfor (i = 0; i <n; i++) go()\n<script>1</script>"
    (problem,) = script_problems(source)
    (fix,) = problem.fixes
    mended = source[: problem.start] + fix.text + source[problem.end :]
    assert mended == (
        "<!-- a -->\n<script>\nfor (i = 0; i <n; i++) go()\n</script>\n<script>1</script>"
    )
    assert script_problems(mended) == []


PIECES = [
    *("<script>", "</script>", "<script", ">", "<!--", "-->", "<noscript>", "</noscript>"),
    *("a", " ", "<div>", "</div>", "<", "\n", "ſ", "'", "</", "<!-->"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_the_editor_and_the_platform_agree(source: str) -> None:
    problems = script_problems(source)
    assert bool(problems) == (forbidden_code(source) is not None)
    for problem in problems:
        assert 0 <= problem.start < problem.end <= len(source)
