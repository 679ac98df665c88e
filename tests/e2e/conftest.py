"""A screen of the tests' own, and the whole program on it with a home folder of its own."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

from tests.e2e.program import Program
from tests.e2e.screen import Screen
from tests.e2e.x_server import XServer

from devtool import surroundings
from devtool.places import WORK
from funneldesk.desktop.local.files.folders import Folders

SAMPLE_VARIABLE = "FUNNELDESK_TEST_SAMPLE"
PICTURES = WORK / "e2e"
Start = Callable[[], Program]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.xvfb)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Keep a picture of the screen in ``.work/e2e`` when a test fails, before it is cleared."""
    report = yield
    screen = getattr(item, "funcargs", {}).get("screen")
    if report.when == "call" and report.failed and isinstance(screen, Screen):
        screen.keep_picture(PICTURES / f"{re.sub(r'[^A-Za-z0-9_-]+', '-', item.name)}.png")
    return report


@pytest.fixture(scope="session")
def screen() -> Iterator[Screen]:
    """A virtual screen that no other program draws on."""
    with (
        surroundings.own_home() as environment,
        surroundings.virtual_screen(PICTURES / "xvfb.log") as words,
        XServer(words["DISPLAY"]) as x_server,
    ):
        yield Screen(environment | words, x_server)


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a platform whose sample is whole: beside one that is still being made, no
    window would ever be still. That of the run, or one of our own."""
    if SAMPLE_VARIABLE in os.environ:
        return Path(os.environ[SAMPLE_VARIABLE])
    folder = tmp_path_factory.mktemp("sample")
    words = ("serve", "--data", str(folder), "--port", "0", "--sample", "small")
    with subprocess.Popen(
        [sys.executable, "-m", "funneldesk", *words], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        assert b"base_url" in server.stdout.readline()
        server.terminate()
    return folder


@pytest.fixture
def home(tmp_path: Path, sample: Path) -> Path:
    """The folder that holds all that the program keeps; one run after another may use it."""
    folder = tmp_path / "home"
    # Its port may be that of a server that another test has started since.
    without = shutil.ignore_patterns("port")
    shutil.copytree(sample, Folders.under(folder).data / "platform", ignore=without)
    return folder


@pytest.fixture
def runs(home: Path, screen: Screen) -> Iterator[Start]:
    """Starts the program on ``home``; whatever is left of it ends with the test."""
    programs: list[Program] = []

    def start() -> Program:
        programs.append(Program(home, screen.environment))
        return programs[-1]

    yield start
    for program in programs:
        program.clean_up()
