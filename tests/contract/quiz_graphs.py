"""Quizzes to try: screens and the graphs that lead through them."""

import copy
from dataclasses import dataclass
from typing import Any

YES_NO = [{"label": "Yes", "value": "yes"}, {"label": "No", "value": "no"}]


@dataclass(frozen=True)
class QuizScreen:
    """A screen without anything that is not played."""

    id: int
    code: str
    type: str = "single_choice"
    options: Any = None
    screen_settings: Any = None


def quiz(types: dict[str, str]) -> list[QuizScreen]:
    """Screens by their codes and types; those with choices offer yes and no."""
    return [
        QuizScreen(number, code, kind, YES_NO if kind.endswith("choice") else None)
        for number, (code, kind) in enumerate(types.items(), 101)
    ]


def flow(codes: str, *edges: tuple[str, str, int]) -> dict[str, Any]:
    """A graph with a node for each code; an edge is (from, to, number of the output)."""
    nodes: dict[str, Any] = {
        code: {"id": code, "data": {"screen_code": code}, "outputs": {}} for code in codes
    }
    for start, end, number in edges:
        output = nodes[start]["outputs"].setdefault(f"output_{number}", {"connections": []})
        output["connections"].append({"node": end, "output": "input_1"})
    return {"drawflow": {"Home": {"data": nodes}}}


def as_php(document: dict[str, Any]) -> dict[str, Any]:
    """The same flow as PHP writes it: an object for a list that does not begin at 0, a list for an
    empty object."""
    made = copy.deepcopy(document)
    for node in made["drawflow"]["Home"]["data"].values():
        for side in ("inputs", "outputs"):
            ports = node.get(side) if isinstance(node, dict) else None
            if not isinstance(ports, dict):
                continue
            for port in ports.values():
                ways = port["connections"]
                port["connections"] = {str(at): way for at, way in enumerate(ways, 1)} or []
            node[side] = ports or []
    return made
