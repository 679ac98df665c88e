"""The verdict that benches of a section's heartbeat share."""

from heartbeat import Phase, table, together
from measure import control


def judged(phases: list[Phase], naive: Phase, what: str, *, made: str, most: float) -> bool:
    """Tell of all phases; whether the most work in one turn, in milliseconds, is at most ``most``
    and the control ``what`` lost. Phases that end with ``made`` are told, and do not count."""
    whole = together([each for each in phases if not each.name.endswith(made)])
    table([*phases, naive])
    met = whole.most_worked <= most
    print(f"most work in one turn: {whole.most_worked:.1f} ms  (at most {most:g} ms: {met})")
    lost = naive.most_worked > most
    return control(what, lost=lost, what=f"{naive.most_worked:.0f} ms in one turn") and met
