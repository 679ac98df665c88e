"""Keys of the player, for the ``?`` dialog."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.mark_kinds import mark_keys
from funneldesk.desktop.sections.panel import KeysLine

KEYS: tuple[KeysLine, ...] = (
    ("K", _("Recording: play or pause, as Space does")),
    (".", _("Recording: next mark of the chosen kinds")),
    (",", _("Recording: mark before, of the chosen kinds")),
    *mark_keys(),
    ("+", _("Recording: faster")),
    ("-", _("Recording: slower")),
    ("N", _("Recording: the next one")),
)
"""What the player listens to while it has the keyboard."""
