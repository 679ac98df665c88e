"""The Debian packages that a bare system lacks: which ones, and how they get there.

A name like ``libasound2t64|libasound2`` has alternatives: one package under two names,
by the age of the system.
"""

import functools
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from devtool.places import ON_LINUX, is_root, say

RUN_PACKAGES = (
    # Qt itself
    *("libgl1", "libegl1", "libxkbcommon0", "libfontconfig1", "libx11-6"),
    *("libglib2.0-0t64|libglib2.0-0", "libdbus-1-3"),
    # its web engine
    *("libnss3", "libnspr4", "libgbm1", "libxcb-dri3-0", "libxcomposite1", "libxdamage1"),
    *("libxext6", "libxfixes3", "libxrandr2", "libxtst6", "libasound2t64|libasound2"),
    "libxkbfile1",
    # a real window
    *("libxkbcommon-x11-0", "libxcb-cursor0", "libxcb-icccm4", "libxcb-image0"),
    *("libxcb-keysyms1", "libxcb-render-util0", "libxcb-shape0", "libxcb-xkb1", "libxcb-util1"),
    "libpulse0",
)

TEST_TOOLS = {"Xvfb": "xvfb", "xdotool": "xdotool", "node": "nodejs", "npm": "npm"}
"""Programs that the tests call, and the packages that bring them."""

_CLUSTER_SWITCH = Path("/etc/postgresql-common/createcluster.d/funneldesk-tests.conf")


def is_debian() -> bool:
    """Whether this system installs by apt (Debian, Ubuntu and their kin)."""
    return ON_LINUX and bool(shutil.which("dpkg-query") and shutil.which("apt-get"))


def missing_run_packages() -> list[str]:
    """What the window needs and this system does not have; empty elsewhere than on Debian."""
    if not is_debian():
        return []
    here = _installed()
    return [name for name in RUN_PACKAGES if not here.intersection(name.split("|"))]


def missing_test_packages() -> list[str]:
    """What the tests need beyond that, judged by the programs that can be found."""
    if not is_debian():
        return []
    missing = [package for tool, package in TEST_TOOLS.items() if not shutil.which(tool)]
    if postgres_folder() is None:
        missing.append("postgresql")
    return missing


def postgres_folder() -> Path | None:
    """The folder of the newest ``initdb`` and ``postgres`` on this machine."""
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = sorted(found, key=lambda path: _number(path.parts[-3]))
    if newest:
        return newest[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).resolve().parent if elsewhere else None


def install(names: Sequence[str], *, log: Path) -> bool:
    """Install packages when this account may; otherwise print the command. True: it is done."""
    become_root = _become_root()
    if become_root is None:
        say("Some Debian packages are missing. Please run this once, then call me again:")
        say(f"  {install_command(names)}")
        return False
    say(f"Installing Debian packages: {' '.join(name.split('|')[0] for name in names)}")
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        apt = functools.partial(_apt, become_root, output.fileno())
        refreshed = apt("update")
        wanted = [_known_name(name) for name in names]
        with_database = "postgresql" in wanted
        if with_database:
            _forbid_database_service(become_root)
        done = apt("install", "--yes", "--no-install-recommends", *wanted)
        if with_database:
            _as_root(become_root, "rm", "-f", str(_CLUSTER_SWITCH))
    if not done:
        reason = "" if refreshed else " (the package lists could not be refreshed either)"
        say(f"They could not be installed{reason}; the whole story is in {log}.")
        say(f"By hand: {install_command(names)}")
    return done


def install_command(names: Iterable[str]) -> str:
    """The command that a person may type instead."""
    words = " ".join(_known_name(name) for name in names)
    return f"sudo apt-get update && sudo apt-get install --yes --no-install-recommends {words}"


def _installed() -> frozenset[str]:
    """Every installed package, and the names that these packages stand in for."""
    shape = "${db:Status-Abbrev}\t${Package}\t${Provides}\n"
    answer = subprocess.run(
        ["dpkg-query", "--show", f"--showformat={shape}"], capture_output=True, text=True
    )
    return parse_installed(answer.stdout)


def parse_installed(listing: str) -> frozenset[str]:
    """Names out of lines of ``status TAB package TAB provides``, installed ones only."""
    names: set[str] = set()
    for line in listing.splitlines():
        status, _, rest = line.partition("\t")
        package, _, provides = rest.partition("\t")
        if status.startswith("ii"):
            names.add(package)
            names.update(word.split("(")[0].strip() for word in provides.split(",") if word)
    return frozenset(names)


def _known_name(name: str) -> str:
    """Of the alternatives of a name, the first that this system's lists know."""
    alternatives = name.split("|")
    for alternative in alternatives[:-1]:
        answer = subprocess.run(["apt-cache", "show", alternative], capture_output=True)
        if answer.returncode == 0 and answer.stdout:
            return alternative
    return alternatives[-1]


def _become_root() -> tuple[str, ...] | None:
    """The words in front of a command that needs root, or None when that may not be."""
    if is_root():
        return ()
    if not shutil.which("sudo"):
        return None
    asked = subprocess.run(["sudo", "-n", "true"], capture_output=True)
    return ("sudo", "-n") if asked.returncode == 0 else None


def _apt(become_root: tuple[str, ...], output: int, *words: str) -> bool:
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]
    command = [*become_root, *quiet, "--quiet", *words]
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    answer = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment
    )
    return answer.returncode == 0


def _forbid_database_service(become_root: tuple[str, ...]) -> None:
    """Only PostgreSQL's programs are wanted: its package shall not start a server of its own."""
    _as_root(become_root, "mkdir", "-p", str(_CLUSTER_SWITCH.parent))
    _as_root(become_root, "tee", str(_CLUSTER_SWITCH), typed="create_main_cluster = false\n")


def _as_root(become_root: tuple[str, ...], *words: str, typed: str = "") -> None:
    subprocess.run([*become_root, *words], input=typed, text=True, stdout=subprocess.DEVNULL)


def _number(word: str) -> int:
    return int(word) if word.isdigit() else 0
