"""The templates of the pages that visitors met last."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime
from threading import Lock

from funneldesk.server.visitor.template import Template

MOST_TEMPLATES = 64

Key = tuple[int, int, datetime, int]
"""A page's brand, its id, the moment of its last change, the version of the brand's components."""


class Templates:
    """A small cache: a changed page has another key, so nothing in it is ever stale."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Key, Template] = OrderedDict()

    def get(self, key: Key, make: Callable[[], Template]) -> Template:
        """The template under ``key``, made now if it is not kept."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
                return found
        made = make()
        with self._lock:
            self._kept[key] = made
            if len(self._kept) > MOST_TEMPLATES:
                self._kept.popitem(last=False)
        return made
