"""Locating the variants of a 1 MB page, against the parser of the standard library doing the same.

Both give every variant's name, weight and place, on pages with few and with many tests. The
control does it with the parser's events, and has to lose by the same measure. The longest time
that the scan holds on to the interpreter is told too: other threads wait for that long.
"""

import sys
import threading
import time
from collections.abc import Callable
from html.parser import HTMLParser

from measure import Aim, control, done, machine, paired, report, size

from funneldesk.contract.markup import every_block, scan

SIZE = size(1_000_000, 50_000)
FILLING = (
    '<div class="row feature" id="f{0}"><img src="/img/{0}.jpg" alt="One &amp; two">'
    '<p class="lead">Some text about <b>sleep</b> and <a href="/x?y={0}&z=1">links</a>.</p></div>\n'
)
TEST = (
    '<inline-split-test name="H{0}"><variant name="A" weight="70"><h1 class="x">Sleep better</h1>'
    '</variant><variant name="B" weight="30">Wake rested</variant></inline-split-test>\n'
)
AIM = Aim(at_least=10, strive=15)
Found = list[tuple[str, float | None, int]]


def main() -> int:
    """0 when the scan is as much faster as it should be."""
    print(machine())
    met = [measure(tests) for tests in (20, 100)]
    met.append(_is_caught())
    print(f"  longest hold on the interpreter {_longest_hold(page(100)) * 1000:.1f} ms")
    return 0 if all(met) else 1


def measure(tests: int) -> bool:
    """Rates of both on a page with so many tests; they must find the same."""
    html = page(tests)
    assert located(html) == parsed(html)
    pairs = paired(lambda: _rate(located, html), lambda: _rate(parsed, html))
    return report(
        f"variants of {tests} tests located in {len(html) / 1e6:.1f} MB",
        pairs,
        unit="MB/s",
        names=("scan", "html.parser"),
        aim=AIM,
        digits=1,
    )


def page(tests: int) -> str:
    """A page of a megabyte with this many tests, evenly spread."""
    every = max(1, SIZE // len(FILLING) // tests)
    parts: list[str] = []
    size = number = 0
    while size < SIZE:
        parts.append((TEST if number % every == 0 else FILLING).format(number))
        size += len(parts[-1])
        number += 1
    return "".join(parts)


def located(html: str) -> Found:
    """By the scanner."""
    return [
        (v.name, v.weight, v.start) for block in every_block(scan(html)) for v in block.variants
    ]


def parsed(html: str) -> Found:
    """By the parser's events."""
    parser = Variants(html)
    parser.feed(html)
    parser.close()
    return parser.found


class Variants(HTMLParser):
    """Notes variants as the parser meets them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: Found = []
        self._lines = [0]
        for line in html.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "variant":
            line, column = self.getpos()
            values = dict(attrs)
            place = self._lines[line - 1] + column
            self.found.append((values["name"] or "", float(values["weight"] or 0), place))


def _rate(work: Callable[[str], Found], html: str) -> float:
    started = time.perf_counter()
    work(html)
    return len(html) / 1e6 / done(time.perf_counter() - started, bytes=len(html))


def _is_caught() -> bool:
    """The parser in the scanner's place has to miss the aim."""
    html = page(100)
    pairs = paired(lambda: _rate(parsed, html), lambda: _rate(parsed, html), runs=3)
    return control("the parser itself", lost=not AIM.met_by(pairs.ratio), what="misses the aim")


def _longest_hold(html: str) -> float:
    """Seconds: the longest that this thread waited while another one scanned, over ten scans."""
    longest = 0.0
    for _ in range(10):
        worker = threading.Thread(target=scan, args=(html,))
        worker.start()
        while worker.is_alive():
            started = time.perf_counter()
            time.sleep(0)
            longest = max(longest, time.perf_counter() - started)
        worker.join()
    return longest


if __name__ == "__main__":
    sys.exit(main())
