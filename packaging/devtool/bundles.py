"""The web bundles under ``resources/web``: built again from ``packaging/web`` and compared."""

import hashlib
import os
import shutil
from pathlib import Path

from devtool import commands
from devtool.checks import Depth, Outcome
from devtool.places import ROOT

_SOURCES = ROOT / "packaging" / "web"
_LOCK = _SOURCES / "package-lock.json"
_STAMP = _SOURCES / "node_modules" / ".funneldesk-lock"


def check(log: Path, _depth: Depth) -> Outcome:
    """Install what the lock file names, build, and compare with the committed bundle."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return Outcome(left_out=True, reason="It needs Node.js and npm, which are not installed.")
    if not _LOCK.exists():
        return Outcome(failed=1, reason=f"{_LOCK} does not exist.")
    if not _installed():
        words = [npm, "ci", "--no-audit", "--no-fund"]
        if not commands.run_logged(words, log=log, cwd=_SOURCES, env=_environment()).ok:
            return Outcome(failed=1, reason="The bundles' libraries could not be installed.")
        _STAMP.write_text(_lock_hash(), encoding="ascii")
    words = [npm, "run", "check"]
    if not commands.run_logged(words, log=log, cwd=_SOURCES, env=_environment()).ok:
        return Outcome(
            failed=1,
            reason="The bundle differs from its sources: run `npm run build` in packaging/web "
            "and commit resources/web.",
        )
    return Outcome(passed=1)


def _installed() -> bool:
    try:
        return _STAMP.read_text(encoding="ascii") == _lock_hash()
    except OSError:
        return False


def _lock_hash() -> str:
    return hashlib.sha256(_LOCK.read_bytes()).hexdigest()


def _environment() -> dict[str, str]:
    return dict(os.environ, npm_config_update_notifier="false", npm_config_progress="false")
