"""Html that was made to be slow, in every field that takes html: no time grows with its square.

Each of the readers behind the fields (the sanitiser for letters, quizzes and courses; split tests,
components and landmarks for pages and components; scripts of a page) gets a short and a four times
as long text of each unit. What is linear takes four times as long, what is quadratic sixteen. The
control is the sanitiser without what is done before it, and has to lose.
"""

import sys
import time
from collections.abc import Callable

import nh3
from measure import control, done, machine, size

from funneldesk.contract.component_references import references, with_code_renamed
from funneldesk.contract.custom_javascript import forbidden_code
from funneldesk.contract.html_words import lines, words
from funneldesk.contract.markup import every_block, scan
from funneldesk.server.visitor.landmarks import find_landmarks
from funneldesk.server.web.markup import LETTER, PAGE, harmless

LONG = size(800_000, 8_000)
TIMES = 4
MOST = 9.0
"""Between four, for what is linear, and sixteen; small times differ by chance."""

WORTH_A_LOOK = 0.25
"""Seconds of the processor: a reader that takes less for the long text is never a danger."""

UNITS = (
    *("<div>", "</div>", "<div><table><tr><td></div>", "<b><p>", "<p><b></p>", "<li>", "<table>x"),
    *("&", "&amp;", "&a", "<", "< ", "<x", "<!", "<!--", "<!-->", "</", "<?", '"', "'", " ", "\n"),
    *("\xa0", "\r", " \n", '<a b="', "<a b='", "<a b=\"<a c='", "<div x='</div>'>", "<svg><p>"),
    *("<style>", "<script>", "<script>x</script>", "<title>", "<textarea>", "<!doctype ", "<html>"),
    *("<inline-split-test>", "<inline-split-test><variant>", "<variant name=a>", "</variant>"),
    *("<component code=custom-a>", "<p data-component='a'>", "<component>", "</component>", "/*"),
)
ATTRIBUTES = (" a{}", " a{}=''", " a='{}'", "/a{}")


def main() -> int:
    """0 when nothing grows with the square of its length."""
    print(machine())
    slow = [line for name, read in READERS.items() for line in measure(name, read)]
    for line in slow:
        print(f"  TOO SLOW {line}")
    lost = bool(measure("sanitiser", lambda html: nh3.clean(html), ("<div>",)))
    caught = control("the sanitiser alone", lost=lost, what="nested elements, four times as many")
    return 0 if caught and not slow else 1


def measure(
    name: str, read: Callable[[str], object], units: tuple[str, ...] | None = None
) -> list[str]:
    """What grew too much, in words."""
    size = LONG if units is None else LONG // TIMES
    texts = {unit: unit * (size // len(unit)) for unit in units or UNITS}
    if units is None:
        texts |= {unit: _tag(unit) for unit in ATTRIBUTES}
    found, most, worst = [], 0.0, ""
    for unit, text in texts.items():
        seconds = _timed(read, text)
        if seconds > most:
            most, worst = seconds, unit
        if seconds > WORTH_A_LOOK:
            ratio = seconds / _timed(read, text[: len(text) // TIMES])
            if ratio > MOST:
                found.append(f"{name}: {unit!r} × {ratio:.1f}, {seconds:.2f} s")
    print(f"  {name:<14} longest {most:6.2f} s for {worst!r}", flush=True)
    return found


def _tag(unit: str) -> str:
    return f"<a{''.join(unit.format(place) for place in range(LONG // 10))}>x"


def _timed(read: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    read(text)
    return done(time.process_time() - started, bytes=len(text))


READERS: dict[str, Callable[[str], object]] = {
    "letters": lambda html: harmless(html, LETTER),
    "quiz, lesson": lambda html: harmless(html, PAGE),
    "preview": words,
    "letter's text": lines,
    "split tests": lambda html: list(every_block(scan(html))),
    "components": references,
    "renaming": lambda html: with_code_renamed(html, "custom-a", "custom-b"),
    "landmarks": lambda html: find_landmarks(html, ()),
    "scripts": forbidden_code,
}
"""By the field, or by what is done with it."""


if __name__ == "__main__":
    sys.exit(main())
