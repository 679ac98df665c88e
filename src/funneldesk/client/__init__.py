"""The typed client of the interface; it needs no window and serves scripts as well.

``Api`` is imported when it is first asked for: its HTTP libraries take a tenth of a second.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from funneldesk.client.api import Api

__all__ = ["Api"]


def __getattr__(name: str) -> Any:
    if name == "Api":
        from funneldesk.client.api import Api

        return Api
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
