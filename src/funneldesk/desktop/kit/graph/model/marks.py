"""What is written on a graph besides its nodes: numbers, differences, the path of a run."""

from dataclasses import dataclass

TONES = ("", "muted", "accent", "success", "warning", "danger", "info")


@dataclass(frozen=True, slots=True)
class Count:
    """A number at the foot of a node, in a tone of the theme; ``label`` is what it counts."""

    text: str
    tone: str = "muted"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A node's mark. ``tone`` frames it, ``word`` says why (never colour alone)."""

    tone: str = ""
    word: str = ""
    counts: tuple[Count, ...] = ()
    faded: bool = False

    def spoken(self) -> str:
        """The mark as a screen reader says it."""
        counts = (f"{count.label} {count.text}".strip() for count in self.counts)
        return ", ".join(part for part in (self.word, *counts) if part)


@dataclass(frozen=True, slots=True)
class EdgeMark:
    """An edge's mark: its tone, what stands on it, and how thick it is (1 is usual)."""

    tone: str = ""
    text: str = ""
    weight: float = 1.0


NO_MARK = Mark()
NO_EDGE_MARK = EdgeMark()
