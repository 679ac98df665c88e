"""The verbs of ``packaging/dev.py``."""

import argparse
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from types import FrameType

from devtool import bench, build, commands, environment, lock, suite, surroundings, texts
from devtool.checks import Depth
from devtool.places import (
    ON_LINUX,
    ON_WINDOWS,
    ROOT,
    ToolError,
    installed_program,
    say,
    venv_python,
)
from screenshots.options import add_options, to_words


def run(words: list[str]) -> int:
    """Carry out one verb; the answer is the exit code."""
    parser = _parser()
    options, others = parser.parse_known_args(words)
    options.others = others
    verb: Callable[[argparse.Namespace], int] = options.verb
    if others and verb is not _run:
        parser.error(f"unknown: {' '.join(others)}")
    signal.signal(signal.SIGTERM, _leave)
    try:
        return verb(options)
    except ToolError as stop:
        sys.stderr.write(f"{stop}\n")
        return 2
    except KeyboardInterrupt:
        say("Interrupted.")
        return 130
    finally:
        commands.end_all()


def _leave(_number: int, _frame: FrameType | None) -> None:
    raise SystemExit(143)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="packaging/dev.py", description="The tool for working on Funneldesk."
    )
    verbs = parser.add_subparsers(required=True, metavar="VERB")

    def add(
        name: str, verb: Callable[[argparse.Namespace], int], about: str
    ) -> argparse.ArgumentParser:
        one = verbs.add_parser(name, help=about, description=about)
        one.set_defaults(verb=verb)
        return one

    add("setup", _setup, "make .venv and install everything into it; quick when all is there")
    add("run", _run, "set up, then open the window; further words are passed on to the program")
    testing = add("test", _test, "set up, then run everything that is checked")
    depths = testing.add_mutually_exclusive_group()
    depths.set_defaults(depth=Depth.DAILY)
    for depth, about in (
        (Depth.QUICK, "static checks, contract, client, and a part of the rest"),
        (Depth.DEEP, "everything: all on PostgreSQL, kills, storms, other libraries' versions"),
    ):
        depths.add_argument(
            f"--{depth.value}", action="store_const", const=depth, dest="depth", help=about
        )
    names = [step.name for step in suite.STEPS]
    testing.add_argument("--only", nargs="+", metavar="STEP", choices=names, help=", ".join(names))
    drawing = add("screenshots", _screenshots, "draw every section, light and dark, as PNG files")
    add_options(drawing)
    measuring = add("bench", _bench, "measure against the plain libraries")
    measuring.add_argument("--only", nargs="+", metavar="NAME", help="as in bench_NAME.py")
    add("texts", _texts, "list every text of the window for translators: the .pot file")
    add("icons", _icons, "draw all icons onto the sheet that the first window reads")
    locking = add("lock", _lock, "write the lock files anew, after a change of pyproject.toml")
    locking.add_argument(
        "--upgrade", action="store_true", help="take the newest version of every library"
    )
    add("build", _build, "make a folder that runs without Python, and try it")
    return parser


def _setup(_options: argparse.Namespace) -> int:
    environment.set_up()
    return 0


def _run(options: argparse.Namespace) -> int:
    environment.set_up(locked=lock.RUNTIME)
    words = [str(venv_python()), "-m", "funneldesk", *options.others]
    around = dict(os.environ)
    if ON_LINUX and not any(
        around.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        raise ToolError(
            "There is no screen to open the window on: neither DISPLAY nor WAYLAND_DISPLAY is set."
        )
    if surroundings.sandbox_words():
        say("You are root, so the web engine runs without its sandbox: fine for a try only.")
        around.update(surroundings.sandbox_words())
    if not ON_WINDOWS:
        os.execve(words[0], words, around)
    return subprocess.call(words, env=around)


def _test(options: argparse.Namespace) -> int:
    environment.set_up(tests=True)
    chosen = [
        step
        for step in suite.STEPS
        if (step.name in options.only if options.only else options.depth.covers(step.since))
    ]
    return 0 if suite.run_suite(chosen, options.depth) else 1


def _screenshots(options: argparse.Namespace) -> int:
    environment.set_up()
    around = dict(os.environ) | {"PYTHONPATH": str(ROOT / "packaging")}
    options.out = options.out.resolve()
    words = [str(venv_python()), "-m", "screenshots", *to_words(options)]
    return subprocess.call(words, cwd=ROOT, env=around)


def _bench(options: argparse.Namespace) -> int:
    environment.set_up()
    return 0 if bench.run_all(options.only) else 1


def _texts(_options: argparse.Namespace) -> int:
    environment.set_up(tests=True)
    return subprocess.call(texts.extraction(), cwd=ROOT)


def _icons(_options: argparse.Namespace) -> int:
    environment.set_up()
    script = ROOT / "packaging" / "devtool" / "icon_sheet.py"
    sheet = ROOT / "resources" / "icons" / "sheet.png"
    return subprocess.call([str(venv_python()), str(script), str(sheet)], cwd=ROOT)


def _lock(options: argparse.Namespace) -> int:
    if not installed_program("uv").exists():
        environment.set_up()
    lock.renew(upgrade=options.upgrade)
    return 0


def _build(_options: argparse.Namespace) -> int:
    environment.set_up(tests=True)
    build.build()
    return 0
