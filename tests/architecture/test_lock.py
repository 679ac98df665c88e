"""The lock files: they hold every need of the project, in its range, by hashes, from any index."""

import re
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from devtool import lock

_ENTRY = re.compile(
    r"(?P<need>\S+==\S+(?: ; [^\\]+)?)(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n"
)
_PLATFORMS = {"linux": "posix", "darwin": "posix", "win32": "nt"}
_SYSTEMS = [
    {"python_version": version, "python_full_version": f"{version}.0", "sys_platform": system}
    | {"os_name": name, "implementation_name": "cpython", "extra": ""}
    | {"platform_python_implementation": "CPython", "platform_machine": "x86_64"}
    for version, (system, name) in product(("3.11", "3.12", "3.13", "3.14"), _PLATFORMS.items())
]
_RUNTIME = [*lock.project()["project"]["dependencies"], *lock.build_needs()]
_EXTRAS = lock.project()["project"]["optional-dependencies"]
_DEV = [*_RUNTIME, *_EXTRAS["team"], *(n for n in _EXTRAS["dev"] if n != "funneldesk[team]")]


def _entries(file: Path) -> list[Requirement]:
    """What a lock file pins; anything in it that is not a pin with its hashes is a failure."""
    text = file.read_text(encoding="utf-8")
    assert _ENTRY.sub("", text) == "", "a line that is not `name==version` with hashes"
    return [Requirement(found["need"]) for found in _ENTRY.finditer(text)]


def _pinned(entries: list[Requirement], system: dict[str, str]) -> dict[str, list[str]]:
    """The versions that one system gets of each library."""
    pins: dict[str, list[str]] = {}
    for entry in entries:
        if entry.marker is None or entry.marker.evaluate(system):
            version = str(entry.specifier).removeprefix("==")
            pins.setdefault(canonicalize_name(entry.name), []).append(version)
    return pins


def _misfits(entries: list[Requirement], needs: list[str], system: dict[str, str]) -> list[str]:
    """The needs that one system would not find, or not in their range; pins that contradict."""
    pins = _pinned(entries, system)
    wrong = [f"{name} in {len(found)} versions" for name, found in pins.items() if len(found) > 1]
    for need in map(Requirement, needs):
        found = pins.get(canonicalize_name(need.name), [])
        wanted = need.marker is None or need.marker.evaluate(system)
        if wanted and not any(need.specifier.contains(version) for version in found):
            wrong.append(f"{need} (locked: {found})")
    return wrong


@pytest.mark.parametrize(
    "system", _SYSTEMS, ids=lambda s: f"{s['sys_platform']}-{s['python_version']}"
)
@pytest.mark.parametrize(("file", "needs"), [(lock.RUNTIME, _RUNTIME), (lock.DEV, _DEV)])
def test_every_need_is_locked_in_its_range(
    file: Path, needs: list[str], system: dict[str, str]
) -> None:
    assert not _misfits(_entries(file), needs, system), "run packaging/dev.py lock"


@pytest.mark.parametrize(
    "system", _SYSTEMS, ids=lambda s: f"{s['sys_platform']}-{s['python_version']}"
)
def test_the_program_has_the_same_libraries_for_developers(system: dict[str, str]) -> None:
    program, all_of_them = (_pinned(_entries(file), system) for file in (lock.RUNTIME, lock.DEV))
    assert program.items() <= all_of_them.items()
    assert len(program) < len(all_of_them)


def test_a_lock_that_fell_behind_is_noticed() -> None:
    system = _SYSTEMS[0]
    entries = [Requirement("babel==2.18.0"), Requirement("numpy==2.4.6")]
    assert _misfits(entries, ["Babel>=2.18,<3", "numpy>=2.3"], system) == []
    assert _misfits(entries, ["babel>=2.19"], system) == ["babel>=2.19 (locked: ['2.18.0'])"]
    assert _misfits(entries, ["tzdata"], system) == ["tzdata (locked: [])"]
    twice = [*entries, Requirement("numpy==2.5.5; python_version < '3.12'")]
    assert _misfits(twice, [], system) == ["numpy in 2 versions"]
    assert _misfits(twice, [], _SYSTEMS[3]) == []


@pytest.mark.parametrize(
    "line",
    [
        "--index-url https://index.example/simple\n",
        "babel==2.19.0\n",
        "babel==2.19.0 \\\n    --hash=md5:0123\n",
        "babel @ https://index.example/babel.whl \\\n    --hash=sha256:" + "0" * 64 + "\n",
    ],
)
def test_only_pins_with_hashes_may_stand_in_a_lock(line: str, tmp_path: Path) -> None:
    file = tmp_path / "lock.txt"
    file.write_text(
        "numpy==2.4.6 \\\n    --hash=sha256:" + "0" * 64 + "\n" + line, encoding="utf-8"
    )
    with pytest.raises(AssertionError, match="a line that is not"):
        _entries(file)
