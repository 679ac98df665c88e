"""What becomes of a flow when the answers of a screen change their places."""

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.contract.quiz_flow import FIRST_OPTION, nodes_in, screen_of
from funneldesk.desktop.parts.quizzes.open_quiz import PlayedScreen


def remapped(
    flow: Mapping[str, Any], screen: PlayedScreen, before: Sequence[str], after: Sequence[str]
) -> dict[str, Any] | None:
    """The flow with each answer's way at the answer's new place; None where nothing moves.

    Ways are known by the places of answers, so that an answer that moves would lead elsewhere.
    The ways of answers that are gone are left out.
    """
    named = {screen.code: screen, str(screen.id): screen}
    moves = {
        f"output_{at + FIRST_OPTION}": after.index(value) + FIRST_OPTION if value in after else 0
        for at, value in enumerate(before)
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


def _rename_inputs(nodes: Mapping[str, Any], code: str, moves: Mapping[str, int]) -> None:
    """Let what the other ends say of these ways follow."""
    for node in nodes.values():
        ports = node.get("inputs")
        for port in ports.values() if isinstance(ports, dict) else ():
            ways = port.get("connections") if isinstance(port, dict) else None
            if not isinstance(ways, list):
                continue
            kept = []
            for way in ways:
                place = moves.get(str(way.get("input"))) if isinstance(way, dict) else None
                if not isinstance(way, dict) or str(way.get("node")) != code or place is None:
                    kept.append(way)
                elif place:
                    kept.append({**way, "input": f"output_{place}"})
            ways[:] = kept
