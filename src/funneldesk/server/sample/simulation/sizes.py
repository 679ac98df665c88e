"""How much life a sample gets."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    """Numbers for one brand over ninety days. ``eagerness`` multiplies the will to go on and buy.

    ``days_a_step`` is how many days are written in one transaction: of the small sample so few that
    a user's write never waits long for it. ``days_a_renewal`` is how often subscriptions are looked
    at.
    """

    visits: int
    eagerness: float
    repeats: float
    tickets: int
    crm_entries: int
    runs: int
    plays: int
    students: int
    replays: int
    days_a_step: int
    days_a_renewal: int


SMALL = Size(
    visits=4_800,
    eagerness=0.56,
    repeats=0.1,
    tickets=150,
    crm_entries=300,
    runs=130,
    plays=340,
    students=60,
    replays=14,
    days_a_step=6,
    days_a_renewal=3,
)
SLICE = Size(
    visits=600,
    eagerness=0.8,
    repeats=0.05,
    tickets=14,
    crm_entries=18,
    runs=12,
    plays=20,
    students=8,
    replays=2,
    days_a_step=18,
    days_a_renewal=9,
)
LARGE = Size(
    visits=490_000,
    eagerness=0.76,
    repeats=0.14,
    tickets=20_000,
    crm_entries=50_000,
    runs=6_000,
    plays=14_000,
    students=1_500,
    replays=160,
    days_a_step=1,
    days_a_renewal=1,
)
SIZES = {"small": {1: SMALL, 2: SLICE}, "large": {1: LARGE, 2: SLICE}}
"""By the word of the command line and the brand's number."""
