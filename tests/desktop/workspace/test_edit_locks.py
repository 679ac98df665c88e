"""Locks of records: whatever windows open, close and take over, one at a time writes."""

import asyncio
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.workspace.edit_locks import EditLocks

RECORDS = ("1", "2", "new:a")


@dataclass(eq=False)
class Window:
    """A window with a page open; it hands over unless it has a reason not to."""

    name: int
    refusal: str = ""
    asked: list[str] = field(default_factory=list)

    def come_forward(self) -> None:
        self.asked.append("forward")

    def has_unsaved(self) -> bool:
        return False

    async def hand_over(self) -> str:
        self.asked.append("hand over")
        return self.refusal


windows = st.integers(0, 3)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("acquire"), windows, st.sampled_from(RECORDS)),
        st.tuples(st.just("release"), windows, st.just("")),
        st.tuples(st.just("take"), windows, st.just("")),
        st.tuples(st.just("rename"), windows, st.sampled_from(RECORDS)),
    ),
    max_size=30,
)


@given(steps)
def test_at_every_open_record_exactly_one_window_writes(
    taken: list[tuple[str, int, str]],
) -> None:
    locks = EditLocks()
    held = [Window(number) for number in range(4)]
    at: dict[int, str] = {}
    for step, number, record in taken:
        window = held[number]
        if step == "acquire":
            locks.acquire("pages", record, window)
            at[number] = record
        elif step == "release":
            locks.release(window)
            at.pop(number, None)
        elif step == "take":
            assert asyncio.run(locks.take_over(window)) == ""
            assert locks.may_write(window) == (number in at)
        else:
            locks.rename("pages", record, "9")
            at = {n: "9" if r == record else r for n, r in at.items()}
        for record_id in {*at.values()}:
            here = [held[n] for n, r in at.items() if r == record_id]
            assert sum(map(locks.may_write, here)) == 1
            writer = locks.writer("pages", record_id)
            assert writer in here
            assert locks.may_write(writer)
            for each in here:
                assert set(locks.others(each)) == {w for w in here if w is not each}
        for number, window in enumerate(held):
            if number not in at:
                assert not locks.may_write(window)
                assert locks.others(window) == ()


def test_who_may_not_hand_over_goes_on_writing() -> None:
    locks = EditLocks()
    busy, other = Window(0, "It is being saved."), Window(1)
    locks.acquire("pages", "1", busy)
    locks.acquire("pages", "1", other)
    assert asyncio.run(locks.take_over(other)) == "It is being saved."
    assert locks.may_write(busy)
    busy.refusal = ""
    assert asyncio.run(locks.take_over(other)) == ""
    assert locks.may_write(other)
    assert busy.asked == ["hand over", "hand over"]


def test_a_writer_that_leaves_while_it_hands_over_is_not_waited_for() -> None:
    locks = EditLocks()
    other = Window(1)

    class Leaving(Window):
        async def hand_over(self) -> str:
            locks.release(self)
            return ""

    first = Leaving(0)
    locks.acquire("pages", "1", first)
    locks.acquire("pages", "1", other)
    assert asyncio.run(locks.take_over(other)) == ""
    assert locks.may_write(other)


def test_changes_are_told_by_record() -> None:
    locks = EditLocks()
    heard: list[tuple[str, str]] = []
    locks.changed.connect(lambda part, record: heard.append((part, record)))
    first, second = Window(0), Window(1)
    locks.acquire("pages", "1", first)
    locks.acquire("pages", "1", second)
    locks.notify(first)
    locks.acquire("pages", "2", first)
    assert heard == [("pages", "1")] * 4 + [("pages", "2")]
    assert locks.may_write(second)
