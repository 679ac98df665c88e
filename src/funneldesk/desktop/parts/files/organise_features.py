"""What keeps order among the files, in the order of the menus."""

from funneldesk.desktop.parts.files.drag_out import DragOut
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.organise import Organise

ORGANISING: tuple[type[FilesFeature], ...] = (Organise, DragOut)
