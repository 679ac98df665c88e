"""The scanner's patterns against a tokeniser written state by state from the HTML standard."""

import random

from funneldesk.contract.markup import scan

PIECES = [
    *("<", ">", "/", "=", "'", '"', " ", "\n", "\r", "\x00", "a", "x", "&lt;", "İ", "🙂"),
    *("<a", "<b>", "</", "</b>", "</div>", "<!", "<!--", "-->", "--!>", "<!-->", "<!--->"),
    *("<![CDATA[", "]]>", "<?", "?>", "<script", "<script>", "</script>", "</SCRIPT\n", "<ſcript>"),
    *("<style>", "</style>", "<title/>", "<title>", "</title>", "<textarea>", "<plaintext>"),
    *("<svg>", "</svg>", "<svg/>", "<math>", "<variants>", "<Variant>", "<variant", "</variant>"),
    *("<inline-split-test>", "<inline-split-test", "</inline-split-test>", "</variant"),
    *("weight", "weight=", "weight=7", "weight='a'", "name", "name=", "name='a&amp;b'", "name=x"),
    *('<i a="', 'x="<b>"', 'x="', '="<b>"', '/="', ' ="', '="">', "x=y=", 'x= "', '"y="'),
]
SPACE = " \t\n\f\r"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TEXT_ELEMENTS = (
    *("script", "style", "textarea", "title", "xmp", "iframe"),
    *("noembed", "noframes", "plaintext"),
)


def test_scanning_agrees_with_a_tokeniser_written_state_by_state() -> None:
    chooser = random.Random(20)
    for _ in range(20_000):
        html = "".join(chooser.choice(PIECES) for _ in range(chooser.randint(1, 20)))
        assert [b.start for b in scan(html)] == outermost_block_starts(html), html


def outermost_block_starts(html: str) -> list[int]:
    """Where outermost blocks start, by the letter of the HTML tokeniser."""
    starts: list[int] = []
    stack: list[str] = []
    for is_end, name, at in notable_tags(html):
        if is_end:
            if name in stack:
                while stack.pop() != name:
                    pass
        elif stack or name == "inline-split-test":
            if not stack:
                starts.append(at)
            stack.append(name)
    return starts


def notable_tags(html: str) -> list[tuple[bool, str, int]]:
    found: list[tuple[bool, str, int]] = []
    at = 0
    foreign = 0
    low = "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in html)
    while (at := html.find("<", at)) >= 0:
        is_end = html.startswith("/", at + 1)
        first = low[at + 1 + is_end : at + 2 + is_end]
        if html.startswith(("<!", "<?"), at) or (is_end and first not in set(LETTERS)):
            at = after_declaration(html, at, foreign)
        elif first not in set(LETTERS):
            at += 1
            continue
        else:
            name_end = at + 1 + is_end
            while name_end < len(html) and html[name_end] not in SPACE + "/>":
                name_end += 1
            name = low[at + 1 + is_end : name_end]
            end = after_attributes(html, name_end)
            if end < 0:
                break
            empty = html[end - 2] == "/"
            if name in ("inline-split-test", "variant"):
                found.append((is_end, name, at))
            elif name in ("svg", "math"):
                foreign = max(0, foreign - 1) if is_end else foreign + (not empty)
            elif name in TEXT_ELEMENTS and not is_end and not (foreign and empty):
                end = after_text(low, name, end)
            at = end
        if at < 0:
            break
    return found


def after_declaration(html: str, at: int, foreign: int) -> int:
    if html.startswith("<!--", at):
        for empty in (">", "->"):
            if html.startswith(empty, at + 4):
                return at + 4 + len(empty)
        ends = [html.find(e, at + 4) + len(e) for e in ("-->", "--!>") if e in html[at + 4 :]]
        return min(ends, default=-1)
    closing = "]]>" if foreign and html.startswith("<![CDATA[", at) else ">"
    end = html.find(closing, at)
    return end + len(closing) if end >= 0 else -1


def after_text(low: str, name: str, at: int) -> int:
    while name != "plaintext" and (at := low.find(f"</{name}", at)) >= 0:
        if low[at + 2 + len(name) : at + 3 + len(name)] in set(SPACE + "/>"):
            return at
        at += 1
    return -1


def after_attributes(html: str, at: int) -> int:
    state = "before"
    while at < len(html):
        char = html[at]
        if char == ">":
            return at + 1
        if state == "value" and char in "\"'":
            at = html.find(char, at + 1)
            if at < 0:
                return -1
            state = "before"
        elif state == "value":
            state = "value" if char in SPACE else "bare"
        elif state == "bare":
            state = "before" if char in SPACE else "bare"
        elif char in SPACE:
            state = "after" if state in ("name", "after") else "before"
        elif char == "=" and state in ("name", "after"):
            state = "value"
        elif char == "/":
            state = "before"
        else:
            state = "name"
        at += 1
    return -1
