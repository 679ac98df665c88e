"""Sixteen clients ask for the longest report that there is; writers and visitors go on.

What a write and a visitor's page take meanwhile is at most three times what they take alone. The
control is the same platform with all work in the same four threads.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event

import httpx
from measure import Aim, Pairs, control, machine, report, size
from platform_under_test import PROGRAM, Place, Served, api_headers, sampled, served

REPORTS = size(16, 2)
ROUNDS = size(9, 1)
CALLS = size(12, 2)
MOST_TIMES = 3.0
LONGEST = (
    "/analytics/metrics/hour/data?start=2025-11-01&end=2026-11-30"
    "&selected_metrics[]=revenue&selected_metrics[]=units_sold"
)
ONE_POOL = (
    "import sys; from anyio import to_thread; from funneldesk.server.web import scheduling\n"
    "async def in_class(work, run): return await to_thread.run_sync(run)\n"
    "scheduling.in_class = in_class\n"
    "from funneldesk.__main__ import main; sys.exit(main())"
)


class Clients:
    """Those who ask for reports, until they are told to stop."""

    def __init__(self, running: Served) -> None:
        self._address = f"{running.base_url}/api/brands/1{LONGEST}"
        self._headers = api_headers(running.key("viewer"))
        self._stopped = Event()
        self._pool = ThreadPoolExecutor(REPORTS)
        self._asked: list[Future[None]] = []
        self.bytes = self.answers = 0

    def start(self) -> None:
        """Ask."""
        self._asked = [self._pool.submit(self._ask) for _ in range(REPORTS)]

    def stop(self) -> None:
        """Stop after the present answer."""
        self._stopped.set()
        for asked in self._asked:
            asked.result()
        self._pool.shutdown()

    def _ask(self) -> None:
        with httpx.Client(headers=self._headers, trust_env=False, timeout=600) as client:
            while not self._stopped.is_set():
                answer = client.get(self._address)
                assert answer.status_code == 200, answer.text
                self.bytes += len(answer.content)
                self.answers += 1


def _calls(running: Served, stack: ExitStack) -> dict[str, Callable[[], object]]:
    root = f"{running.base_url}/api/brands/1"
    editor = stack.enter_context(
        httpx.Client(headers=api_headers(running.key("editor")), trust_env=False, timeout=600)
    )
    pages = editor.get(f"{root}/pages/all").json()["data"]
    slug = next(page["slug"] for page in pages if page["status"] == "published")
    address = f"{running.base_url}/p/1/{slug}"

    def write() -> None:
        assert editor.post(f"{root}/quizzes", json={"name": "Measured"}).status_code == 200

    def visit() -> None:
        assert editor.get(address).status_code == 200

    return {"a write": write, "a visitor's page": visit}


def _median(call: Callable[[], object], calls: int) -> float:
    times = []
    for _ in range(calls):
        began = time.perf_counter()
        call()
        times.append((time.perf_counter() - began) * 1000)
    return sorted(times)[calls // 2]


def _measured(running: Served, rounds: int, each: int = CALLS) -> dict[str, Pairs]:
    with ExitStack() as stack:
        calls = _calls(running, stack)
        alone: dict[str, list[float]] = {name: [] for name in calls}
        beside: dict[str, list[float]] = {name: [] for name in calls}
        for _ in range(rounds):
            for name, call in calls.items():
                alone[name].append(_median(call, each))
            clients = Clients(running)
            clients.start()
            time.sleep(1)  # until reports are on their way and others wait
            for name, call in calls.items():
                beside[name].append(_median(call, each))
            clients.stop()
            assert clients.answers >= REPORTS
            print(f"  {clients.answers} reports, {clients.bytes / 1e6:,.0f} MB", flush=True)
    return {name: Pairs(tuple(beside[name]), tuple(alone[name])) for name in calls}


@contextmanager
def _sample(*program: str) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        place = sampled(Place(Path(folder) / "data", None))
        words = ("--sample", "small", "--no-visitor-limits")
        with served(place, *words, program=program or PROGRAM) as running:
            yield running


def main() -> int:
    """Measure; 0 when the aim is met and the control lost."""
    print(machine())
    aim = Aim(at_most=MOST_TIMES)
    with _sample() as running:
        results = [
            report(
                f"{name}, beside {REPORTS} reports",
                pairs,
                unit="ms",
                names=("beside", "alone"),
                aim=aim,
                requests=1,
            )
            for name, pairs in _measured(running, ROUNDS).items()
        ]
    with _sample(sys.executable, "-c", ONE_POOL) as running:
        ratios = {name: pairs.ratio for name, pairs in _measured(running, 1, 2).items()}
    worst = min(ratios.values())
    lost = control("all work in four threads", lost=worst > MOST_TIMES, what=f"{worst:,.0f} times")
    return 0 if all(results) and lost else 1


if __name__ == "__main__":
    sys.exit(main())
