"""What becomes of a flow when the answers of a screen change their places."""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from funneldesk.contract.quiz_flow import FIRST_OPTION, nodes_in, screen_of
from funneldesk.desktop.parts.quizzes.open_quiz import PlayedScreen

Answer = tuple[str, str]
"""The value and the label of an answer."""
SAME: tuple[Callable[[Answer], str | Answer], ...] = (
    lambda answer: answer,
    lambda answer: answer[0],
    lambda answer: answer[1],
)
"""By what an answer is known again, best first: all of it, its value, its label."""


def remapped(
    flow: Mapping[str, Any], screen: PlayedScreen, before: Sequence[Answer], after: Sequence[Answer]
) -> dict[str, Any] | None:
    """The flow with each answer's way at the answer's new place; None where nothing moves.

    Ways are known by the places of answers, so that an answer that moves would lead elsewhere.
    The ways of answers that are gone are left out.
    """
    named = {screen.code: screen, str(screen.id): screen}
    moves = {
        f"output_{at + FIRST_OPTION}": 0 if place is None else place + FIRST_OPTION
        for at, place in enumerate(_places(before, after))
    }
    made = copy.deepcopy(dict(flow))
    nodes = nodes_in(made)
    changed = False
    for code, node in nodes.items():
        outputs = node.get("outputs")
        if screen_of(node, named) is None or not isinstance(outputs, dict):
            continue
        moved = {
            (f"output_{moves[name]}" if name in moves else name): value
            for name, value in outputs.items()
            if moves.get(name) != 0
        }
        if list(moved) != list(outputs):
            changed = True
            outputs.clear()
            outputs.update(moved)
            _rename_inputs(nodes, code, moves)
    return made if changed else None


def _places(before: Sequence[Answer], after: Sequence[Answer]) -> list[int | None]:
    """Where each answer is now; each place is that of one answer, also where two are alike."""
    found: list[int | None] = [None] * len(before)
    free = list(range(len(after)))
    for same in SAME:
        for at, answer in enumerate(before):
            if found[at] is None and same(answer):
                found[at] = next((n for n in free if same(after[n]) == same(answer)), None)
                free = [n for n in free if n != found[at]]
    return found


def _rename_inputs(nodes: Mapping[str, Any], code: str, moves: Mapping[str, int]) -> None:
    """Let what the other ends say of these ways follow."""
    for node in nodes.values():
        ports = node.get("inputs")
        for port in ports.values() if isinstance(ports, dict) else ():
            ways = port.get("connections") if isinstance(port, dict) else None
            if isinstance(ways, dict):
                kept = {key: _renamed(way, code, moves) for key, way in ways.items()}
                port["connections"] = {key: way for key, way in kept.items() if way is not GONE}
            elif isinstance(ways, list):
                renamed = (_renamed(way, code, moves) for way in ways)
                ways[:] = [way for way in renamed if way is not GONE]


GONE = object()
"""In the place of a way whose answer is gone."""


def _renamed(way: Any, code: str, moves: Mapping[str, int]) -> Any:
    place = moves.get(str(way.get("input"))) if isinstance(way, dict) else None
    if not isinstance(way, dict) or str(way.get("node")) != code or place is None:
        return way
    return {**way, "input": f"output_{place}"} if place else GONE
