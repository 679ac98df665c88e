"""Which screen comes next, and which answers a screen takes (document: Quiz; quirk 54).

A flow is a node graph as editors of the Drawflow kind keep it: under ``drawflow.Home.data`` each
node has ``outputs`` with ``connections``. Graphs come from others: whatever does not fit is passed
over, and without a graph the screens come in their order.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.server.parts.quizzes.tables import ScreenRow

LONGEST_ANSWER = 2000
ENDS = frozenset({"result"})
_BY_CHOICE = frozenset({"single_choice", "rating"})
_ASKING = frozenset({"single_choice", "multiple_choice", "text_input", "rating"})
_LARGEST_RATING = 10
_OUTPUT = re.compile("output_([0-9]{1,6})")
_USUAL, _FIRST_OPTION = 1, 2

Answer = str | list[str] | None


@dataclass(frozen=True, slots=True)
class _Edge:
    """A way on by an output's number; ``value`` is the answer that it is for, if any."""

    target: str
    output: int
    value: str | None


@dataclass(frozen=True, slots=True)
class _Node:
    code: str
    edges: tuple[_Edge, ...]


class Route:
    """The way through a quiz: its screens in order, and its graph where there is one."""

    def __init__(self, flow: Mapping[str, Any], screens: Sequence[ScreenRow]) -> None:
        self.screens = {screen.code: screen for screen in screens}
        self._nodes = dict(_nodes(flow, screens))
        self._node_of = {node.code: key for key, node in reversed(self._nodes.items())}

    def first(self) -> ScreenRow | None:
        """Where a play-through begins: the node that nothing leads to, or the first screen."""
        aims = {edge.target for node in self._nodes.values() for edge in node.edges}
        for screen in self.screens.values():
            key = self._node_of.get(screen.code)
            if key is not None and key not in aims and self._nodes[key].edges:
                return screen
        return next(iter(self.screens.values()), None)

    def after(
        self, screen: ScreenRow, answer: Answer, answers: Mapping[str, Any]
    ) -> ScreenRow | None:
        """The screen after an answer; None at the end.

        An edge for the answer goes first, then the chosen option's output, then the usual way.
        Among several of the same standing all answers together decide, always the same.
        """
        if screen.type in ENDS:
            return None
        key = self._node_of.get(screen.code)
        if key is None:
            return self._next_in_order(screen)
        found = _open_edges(self._nodes[key].edges, screen, answer)
        if not found:
            return None
        edge = found[_fingerprint(answers) % len(found)]
        return self.screens[self._nodes[edge.target].code]

    def _next_in_order(self, screen: ScreenRow) -> ScreenRow | None:
        if self._nodes:
            return None
        codes = list(self.screens)
        place = codes.index(screen.code) + 1
        return self.screens[codes[place]] if place < len(codes) else None


def read_answer(screen: ScreenRow, sent: Sequence[str]) -> Answer:
    """What a visitor answered. Raises ValueError with a sentence for what does not fit."""
    if screen.type not in _ASKING:
        return None
    given = [text for text in sent if text.strip()]
    values = [str(option.get("value", "")) for option in screen.options or ()]
    is_optional = (screen.screen_settings or {}).get("required") is False
    if not given:
        if is_optional or screen.type == "multiple_choice":
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
    if given[0] not in (values or [str(n) for n in range(1, _LARGEST_RATING + 1)]):
        raise ValueError("Please choose among the answers.")
    return given[0]


def _open_edges(edges: Sequence[_Edge], screen: ScreenRow, answer: Answer) -> list[_Edge]:
    chosen = answer if isinstance(answer, list) else [answer]
    fitting = [edge for edge in edges if edge.value is not None and edge.value in chosen]
    if fitting:
        return fitting
    plain = [edge for edge in edges if edge.value is None]
    values = [str(option.get("value", "")) for option in screen.options or ()]
    if screen.type in _BY_CHOICE and str(answer) in values:
        number = values.index(str(answer)) + _FIRST_OPTION
        own = [edge for edge in plain if edge.output == number]
        if own:
            return own
    return [edge for edge in plain if edge.output == _USUAL] or plain


def _nodes(flow: Mapping[str, Any], screens: Sequence[ScreenRow]) -> Iterator[tuple[str, _Node]]:
    data = _at(_at(_at(flow, "drawflow"), "Home"), "data")
    found = {
        str(key): (code, node)
        for key, node in data.items()
        if isinstance(node, dict) and (code := _code_of(node, screens)) is not None
    }
    for key, (code, node) in found.items():
        edges = tuple(edge for edge in _edges(node) if edge.target in found)
        yield key, _Node(code, edges)


def _code_of(node: Mapping[str, Any], screens: Sequence[ScreenRow]) -> str | None:
    """The screen that a node stands for: named by id or by code, in its data or by its name."""
    data = _at(node, "data")
    named = [data.get(name) for name in ("screen_id", "screen_code", "screen", "code", "id")]
    for wanted in (*named, node.get("name")):
        for screen in screens:
            if wanted is not None and str(wanted) in (screen.code, str(screen.id)):
                return screen.code
    return None


def _edges(node: Mapping[str, Any]) -> Iterator[_Edge]:
    for name, output in _at(node, "outputs").items():
        number = _OUTPUT.fullmatch(name)
        connections = output.get("connections") if isinstance(output, dict) else None
        for one in connections if isinstance(connections, list) else ():
            if isinstance(one, dict) and "node" in one:
                value = one.get("value", one.get("option"))
                yield _Edge(
                    str(one["node"]),
                    int(number[1]) if number else _USUAL,
                    None if value is None else str(value),
                )


def _at(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _fingerprint(answers: Mapping[str, Any]) -> int:
    text = json.dumps(answers, sort_keys=True)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=6).digest())
