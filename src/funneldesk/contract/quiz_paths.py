"""Every way through a quiz: which screens can be reached, how many paths there are, what they end
with, and what is wrong with a flow (document: Quiz; quirk 54). Pure, and bounded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic

from funneldesk.contract.quiz_flow import (
    ASKING,
    BY_CHOICE,
    ENDS,
    FIRST_OPTION,
    NOTE,
    USUAL,
    Answer,
    Route,
    S,
    by_name,
    choices_of,
    edges_in,
    is_optional,
    nodes_in,
    screen_of,
)

MOST_PATHS = 10_000
"""Paths that are counted one by one; of more it is said that there are more."""


class Fault(StrEnum):
    """What can be wrong with a flow."""

    UNREACHABLE = "unreachable"
    DEAD_END = "dead_end"
    LOOP = "loop"
    NO_END = "no_end"
    RESULT_UNREACHABLE = "result_unreachable"
    OPTION_WITHOUT_EDGE = "option_without_edge"
    NO_OPTIONS = "no_options"
    UNKNOWN_SCREEN = "unknown_screen"
    BROKEN_EDGE = "broken_edge"
    DRAWN_TWICE = "drawn_twice"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault and its place: the ``node`` of the graph and the ``code`` of the screen, as far as
    there are any; ``detail`` is the option, or what the node names."""

    fault: Fault
    node: str = ""
    code: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Paths:
    """``count`` paths from the first screen to an end, none through a screen twice; ``shares`` by
    the code of the screen that they end with ("" where a loop cuts them off), adding up to 1 if
    each answer is as likely as another. ``more``: there are others beyond ``MOST_PATHS``."""

    count: int
    shares: Mapping[str, float] = field(default_factory=dict)
    more: bool = False


def answers_to(screen: Any) -> list[Answer]:
    """One answer for each way that a screen can be answered, as far as ways differ by it."""
    if screen.type == "multiple_choice":
        return [*([value] for value in choices_of(screen)), []]
    if screen.type in BY_CHOICE:
        choices: list[Answer] = list(choices_of(screen))
        return [*choices, None] if is_optional(screen) or not choices else choices
    return [None]


def following(route: Route[S], screen: S) -> list[S]:
    """The screens that can come next, each once."""
    found = (each for answer in answers_to(screen) for each in route.ways(screen, answer))
    return list({each.code: each for each in found}.values())


def reachable(route: Route[S]) -> set[str]:
    """Codes of the screens that a visitor can come to."""
    first = route.first()
    waiting, found = ([first] if first is not None else []), set()
    while waiting:
        screen = waiting.pop()
        if screen.code not in found:
            found.add(screen.code)
            waiting += following(route, screen)
    return found


class _Walk(Generic[S]):
    """Walks along all paths, the likelihood of each in hand."""

    def __init__(self, route: Route[S]) -> None:
        self._route = route
        self.count, self.more = 0, False
        self.shares: dict[str, float] = {}
        self._ways: dict[str, list[tuple[S, float]]] = {}

    def go(self, first: S) -> None:
        """All paths from a screen on, without recursion: a quiz may be long."""
        stack: list[tuple[S, float, frozenset[str]]] = [(first, 1.0, frozenset())]
        while stack:
            screen, share, before = stack.pop()
            if self.count >= MOST_PATHS:
                self.more = True
                return
            ways = self._ways_of(screen)
            if not ways or screen.code in before:
                self.count += 1
                end = "" if screen.code in before else screen.code
                self.shares[end] = self.shares.get(end, 0.0) + share
                continue
            seen = before | {screen.code}
            stack += [(each, share * part, seen) for each, part in reversed(ways)]

    def _ways_of(self, screen: S) -> list[tuple[S, float]]:
        known = self._ways.get(screen.code)
        if known is None:
            answers = answers_to(screen)
            parts: dict[str, float] = {}
            for answer in answers:
                ways = self._route.ways(screen, answer)
                for each in ways:
                    parts[each.code] = parts.get(each.code, 0.0) + 1 / (len(answers) * len(ways))
            whole = sum(parts.values())
            known = [(self._route.screens[code], part / whole) for code, part in parts.items()]
            self._ways[screen.code] = known
        return known


def paths(route: Route[S]) -> Paths:
    """All paths, counted, and what they end with."""
    first = route.first()
    if first is None:
        return Paths(0)
    walk = _Walk(route)
    walk.go(first)
    whole = sum(walk.shares.values()) or 1
    shares = {code: share / whole for code, share in walk.shares.items()}
    return Paths(walk.count, shares, walk.more)


def findings(flow: Mapping[str, Any], screens: Sequence[S]) -> list[Finding]:
    """What is wrong with a flow, what hinders visitors most first."""
    if not screens:
        return [Finding(Fault.EMPTY)]
    route = Route(flow, screens)
    ways = {screen.code: following(route, screen) for screen in screens}
    there, ending = reachable(route), _ending(ways)
    found = [*_broken(flow, screens)]
    for screen in screens:
        found += _of_screen(route, screen, there, ending)
    if there and not any(route.screens[code].type in ENDS for code in there):
        found.append(Finding(Fault.NO_END))
    return sorted(found, key=lambda each: _ORDER.index(each.fault))


_ORDER = (
    Fault.EMPTY,
    Fault.BROKEN_EDGE,
    Fault.UNKNOWN_SCREEN,
    Fault.LOOP,
    Fault.DEAD_END,
    Fault.NO_OPTIONS,
    Fault.OPTION_WITHOUT_EDGE,
    Fault.RESULT_UNREACHABLE,
    Fault.UNREACHABLE,
    Fault.NO_END,
    Fault.DRAWN_TWICE,
)


def _broken(flow: Mapping[str, Any], screens: Sequence[S]) -> Iterator[Finding]:
    """Nodes that name no screen, or one that another has, and edges that lead nowhere."""
    nodes, named = nodes_in(flow), by_name(screens)
    drawn: set[str] = set()
    for key, node in nodes.items():
        screen = screen_of(node, named)
        code = screen.code if screen is not None else ""
        if screen is None and node.get("name") == NOTE:
            continue
        if screen is None:
            yield Finding(Fault.UNKNOWN_SCREEN, key, "", str(node.get("name") or ""))
        elif code in drawn:
            yield Finding(Fault.DRAWN_TWICE, key, code)
        drawn.add(code)
        for edge in edges_in(node):
            if edge.target not in nodes:
                yield Finding(Fault.BROKEN_EDGE, key, code, edge.target)


def _of_screen(route: Route[S], screen: S, there: set[str], ending: set[str]) -> Iterator[Finding]:
    code, ends = screen.code, screen.type in ENDS
    if code not in there:
        yield Finding(Fault.RESULT_UNREACHABLE if ends else Fault.UNREACHABLE, "", code)
        return
    if screen.type in ("single_choice", "multiple_choice") and not choices_of(screen):
        yield Finding(Fault.NO_OPTIONS, "", code)
    if ends:
        return
    if not following(route, screen):
        # Where nothing is drawn the last screen in the order is the end.
        if route.nodes or screen.type in ASKING:
            yield Finding(Fault.DEAD_END, "", code)
    elif code not in ending:
        yield Finding(Fault.LOOP, "", code)
    if screen.type in BY_CHOICE and route.edges_of(screen):
        yield from _options(route, screen)


def _options(route: Route[S], screen: S) -> Iterator[Finding]:
    """Options that no edge is for, where there is no usual way for the rest either."""
    edges = route.edges_of(screen)
    if any(edge.value is None and edge.output == USUAL for edge in edges):
        return
    own = {edge.output - FIRST_OPTION for edge in edges if edge.value is None}
    values = {edge.value for edge in edges if edge.value is not None}
    for place, value in enumerate(choices_of(screen)):
        if place not in own and value not in values:
            yield Finding(Fault.OPTION_WITHOUT_EDGE, "", screen.code, value)


def _ending(ways: Mapping[str, Sequence[S]]) -> set[str]:
    """Codes of the screens from which some way comes to an end."""
    before: dict[str, list[str]] = {}
    for code, following_it in ways.items():
        for each in following_it:
            before.setdefault(each.code, []).append(code)
    waiting = [code for code, following_it in ways.items() if not following_it]
    found = set(waiting)
    while waiting:
        fresh = [code for code in before.get(waiting.pop(), ()) if code not in found]
        found.update(fresh)
        waiting += fresh
    return found
