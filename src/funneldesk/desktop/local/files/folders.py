"""Where the files of this computer lie."""

import os
import re
from pathlib import Path
from typing import NamedTuple

HOME_VARIABLE = "FUNNELDESK_HOME"
"""When set, one root folder for everything: tests, images, a copy on a stick."""

_SAFE_ID = r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}"


def is_safe_id(connection_id: str) -> bool:
    """Whether an id may become part of a file name: letters, digits, ``-`` and ``_``, up to 64."""
    return re.fullmatch(_SAFE_ID, connection_id) is not None


class Folders(NamedTuple):
    """The four folders of the program. None of them is made until something is written."""

    config: Path
    data: Path
    cache: Path
    state: Path

    @classmethod
    def under(cls, root: Path) -> "Folders":
        """All four under one root folder."""
        return cls(root / "config", root / "data", root / "cache", root / "state")

    @classmethod
    def find(cls, home: Path | None = None) -> "Folders":
        """The folders under ``home``, else under ``$FUNNELDESK_HOME``, else those of the system."""
        root = home or Path(os.environ.get(HOME_VARIABLE, ""))
        if root != Path():
            return cls.under(root.absolute())
        import platformdirs

        system = platformdirs.PlatformDirs("funneldesk", appauthor=False, roaming=False)
        return cls(
            system.user_config_path,
            system.user_data_path,
            system.user_cache_path,
            system.user_state_path,
        )

    @property
    def connections_file(self) -> Path:
        """The book of connections (never a key in it)."""
        return self.config / "connections.json"

    @property
    def settings_file(self) -> Path:
        """Preferences and the window's state."""
        return self.config / "settings.json"

    @property
    def last_view(self) -> Path:
        """An image of the section that was shown last."""
        return self.cache / "last-view.png"

    def brand_database(self, connection_id: str) -> Path:
        """The database of one connection. Raises ValueError for an id unfit for a file name."""
        if not is_safe_id(connection_id):
            raise ValueError("A connection's id is made of letters, digits, - and _ only.")
        return self.data / "brands" / f"{connection_id}.sqlite3"
