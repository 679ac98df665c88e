"""Which screen of a quiz comes next, and which answers a screen takes (document: Quiz; quirk 54).

A flow is a node graph as editors of the Drawflow kind keep it: under ``drawflow.Home.data`` each
node has ``outputs`` with ``connections``. Graphs come from others: whatever does not fit is passed
over, and without a graph the screens come in their order. The server plays by these rules, and a
flow that is drawn is tried by them.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

LONGEST_ANSWER = 2000
LARGEST_RATING = 10
ENDS = frozenset({"result"})
BY_CHOICE = frozenset({"single_choice", "rating"})
ASKING = frozenset({"single_choice", "multiple_choice", "text_input", "rating"})
NOTE = "comment"
"""The name of a node that only tells people something; it is played by nobody."""
USUAL, FIRST_OPTION = 1, 2
"""Numbers of outputs: the usual way on, and that of the first option; the others follow."""
_OUTPUT = re.compile("output_([0-9]{1,6})")
_RATINGS = [str(number) for number in range(1, LARGEST_RATING + 1)]

Answer = str | list[str] | None


class Played(Protocol):
    """A screen as it is played: ``id`` (int), ``code`` and ``type`` (str), ``options``
    (``{label, value}`` each, or None), ``screen_settings`` (an object, or None)."""

    # Any: rows of a database and records of the wire have their own ways to declare them.
    id: Any
    code: Any
    type: Any
    options: Any
    screen_settings: Any


S = TypeVar("S", bound=Played)


@dataclass(frozen=True, slots=True)
class Edge:
    """A way on by an output's number to a node; ``value`` is the answer that it is for, if any."""

    target: str
    output: int
    value: str | None


@dataclass(frozen=True, slots=True)
class Node:
    """A node that stands for the screen of this code."""

    code: str
    edges: tuple[Edge, ...]


class Route(Generic[S]):
    """The way through a quiz: its screens in order, and its graph where there is one."""

    def __init__(self, flow: Mapping[str, Any], screens: Sequence[S]) -> None:
        self.screens: dict[str, S] = {screen.code: screen for screen in screens}
        self.nodes = dict(_nodes(flow, screens))
        self._node_of = {node.code: key for key, node in reversed(self.nodes.items())}

    def first(self) -> S | None:
        """Where a play-through begins: the node that nothing leads to, or the first screen."""
        aims = {edge.target for node in self.nodes.values() for edge in node.edges}
        for screen in self.screens.values():
            key = self._node_of.get(screen.code)
            if key is not None and key not in aims and self.nodes[key].edges:
                return screen
        return next(iter(self.screens.values()), None)

    def after(self, screen: S, answer: Answer, answers: Mapping[str, Any]) -> S | None:
        """The screen after an answer; None at the end.

        Among several ways of the same standing all answers together decide, always the same.
        """
        found = self.ways(screen, answer)
        return found[_fingerprint(answers) % len(found)] if found else None

    def ways(self, screen: S, answer: Answer) -> list[S]:
        """The screens that can follow an answer, all of the same standing.

        An edge for the answer goes first, then the chosen option's output, then the usual way.
        """
        if screen.type in ENDS:
            return []
        key = self._node_of.get(screen.code)
        if key is None:
            return self._next_in_order(screen)
        found = _open_edges(self.nodes[key].edges, screen, answer)
        return [self.screens[self.nodes[edge.target].code] for edge in found]

    def edges_of(self, screen: S) -> tuple[Edge, ...]:
        """The ways that the graph has from a screen."""
        key = self._node_of.get(screen.code)
        return self.nodes[key].edges if key is not None else ()

    def is_drawn(self, screen: S) -> bool:
        """Whether the graph has a node for the screen."""
        return screen.code in self._node_of

    def _next_in_order(self, screen: S) -> list[S]:
        if self.nodes:
            return []
        codes = list(self.screens)
        place = codes.index(screen.code) + 1
        return [self.screens[code] for code in codes[place : place + 1]]


def choices_of(screen: Played) -> list[str]:
    """The values that a screen offers; those of a rating without options are 1 to 10."""
    values = _values(screen)
    return _RATINGS if screen.type == "rating" and not values else values


def is_optional(screen: Played) -> bool:
    """Whether a visitor may go on without an answer."""
    settings = screen.screen_settings or {}
    return settings.get("required") is False or screen.type == "multiple_choice"


def read_answer(screen: Played, sent: Sequence[str]) -> Answer:
    """What a visitor answered. Raises ValueError with a sentence for what does not fit."""
    if screen.type not in ASKING:
        return None
    given = [text for text in sent if text.strip()]
    values = choices_of(screen)
    if not given:
        if is_optional(screen):
            return [] if screen.type == "multiple_choice" else None
        raise ValueError("Please choose or write an answer.")
    if screen.type == "multiple_choice":
        if not set(given) <= set(values):
            raise ValueError("Please choose among the answers.")
        return [value for value in values if value in given]
    if screen.type == "text_input":
        if len(given[0]) > LONGEST_ANSWER:
            raise ValueError(f"Please write at most {LONGEST_ANSWER} characters.")
        return given[0].replace("\0", "")
    if given[0] not in (values or _RATINGS):
        raise ValueError("Please choose among the answers.")
    return given[0]


def _open_edges(edges: Sequence[Edge], screen: Played, answer: Answer) -> list[Edge]:
    chosen = answer if isinstance(answer, list) else [answer]
    fitting = [edge for edge in edges if edge.value is not None and edge.value in chosen]
    if fitting:
        return fitting
    plain = [edge for edge in edges if edge.value is None]
    values = _values(screen)
    if screen.type in BY_CHOICE and str(answer) in values:
        number = values.index(str(answer)) + FIRST_OPTION
        own = [edge for edge in plain if edge.output == number]
        if own:
            return own
    return [edge for edge in plain if edge.output == USUAL] or plain


def _nodes(flow: Mapping[str, Any], screens: Sequence[Played]) -> Iterator[tuple[str, Node]]:
    named = by_name(screens)
    found = {
        key: (screen.code, node)
        for key, node in nodes_in(flow).items()
        if (screen := screen_of(node, named)) is not None
    }
    for key, (code, node) in found.items():
        edges = tuple(edge for edge in edges_in(node) if edge.target in found)
        yield key, Node(code, edges)


def nodes_in(flow: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The nodes of a graph by their keys; what is none is left out."""
    data = _at(_at(_at(flow, "drawflow"), "Home"), "data")
    return {str(key): node for key, node in data.items() if isinstance(node, dict)}


def by_name(screens: Sequence[S]) -> dict[str, S]:
    """Screens by what nodes call them: their codes and their ids, the first one where two meet."""
    found: dict[str, S] = {}
    for screen in screens:
        found.setdefault(screen.code, screen)
        found.setdefault(str(screen.id), screen)
    return found


def screen_of(node: Mapping[str, Any], named: Mapping[str, S]) -> S | None:
    """The screen that a node stands for: named by id or by code, in its data or by its name."""
    data = _at(node, "data")
    words = [data.get(name) for name in ("screen_id", "screen_code", "screen", "code", "id")]
    for wanted in (*words, node.get("name")):
        if wanted is not None and str(wanted) in named:
            return named[str(wanted)]
    return None


def edges_in(node: Mapping[str, Any]) -> Iterator[Edge]:
    """The ways that a node names, whether or not there is something at their end."""
    for name, output in _at(node, "outputs").items():
        number = _OUTPUT.fullmatch(name)
        for one in ways_in(output):
            if isinstance(one, dict) and "node" in one:
                value = one.get("value", one.get("option"))
                yield Edge(
                    str(one["node"]),
                    int(number[1]) if number else USUAL,
                    None if value is None else str(value),
                )


def ways_in(port: Any) -> list[Any]:
    """The connections of an output or an input: a list, or an object where PHP wrote a list from
    which something had been taken out."""
    found = port.get("connections") if isinstance(port, dict) else None
    if isinstance(found, dict):
        return list(found.values())
    return found if isinstance(found, list) else []


def _values(screen: Played) -> list[str]:
    return [str(option.get("value", "")) for option in screen.options or ()]


def _at(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _fingerprint(answers: Mapping[str, Any]) -> int:
    text = json.dumps(answers, sort_keys=True)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())
