"""Rich texts as nobody would write them, for properties that hold for all."""

from hypothesis import strategies as st

from funneldesk.desktop.kit.rich_text.blocks import Block, Run

_CHARACTERS = st.characters() | st.sampled_from("  \xa0\u2028\u200b\u202e\U0001f600&<>\"'\n\t")
_LINKS = st.sampled_from(["", "https://a.example/?a=1&b=%20", "mailto:a@b.example"])
_PIECES = (
    *("<p>", "</p>", "<div>", "</div>", "<ul>", "</ul>", "<ol>", "</ol>", "<li>", "<br>", "<b>"),
    *("</b>", "<i>", "<h1>", "<pre>", "</pre>", "\n", " ", "a", "b c", "&nbsp;", "<blockquote>"),
    *("</blockquote>", "<table><tr><td>", "</table>", "<a href='https://x.example'>", "</a>"),
    *("<p style='mso-list:l0 level3 lfo'>", "<span style='mso-list:Ignore'>1. </span>", "<code>"),
)


def blocks() -> st.SearchStrategy[list[Block]]:
    """Lines and items of any kind."""
    flags = (st.booleans(), st.booleans(), st.booleans())
    runs = st.builds(Run, st.text(_CHARACTERS, max_size=8), *flags, _LINKS)
    kinds = st.sampled_from(["", "", "ul", "ol"])
    of_runs = st.lists(runs, max_size=4).map(tuple)
    return st.lists(
        st.builds(Block, of_runs, kinds, st.integers(0, 8), st.integers(0, 3)), max_size=8
    )


def messy_html() -> st.SearchStrategy[str]:
    """Tags in any order."""
    return st.lists(st.sampled_from(_PIECES), max_size=14).map("".join)
