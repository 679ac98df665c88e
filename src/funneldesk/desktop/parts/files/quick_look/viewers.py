"""The views of the quick look, one for each kind of file."""

from funneldesk.desktop.parts.files.quick_look.font import FontStage
from funneldesk.desktop.parts.files.quick_look.image import PictureStage
from funneldesk.desktop.parts.files.quick_look.text import TextStage
from funneldesk.desktop.parts.files.quick_look.video import VideoStage
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.workspace.workspace import Workspace

STAGES: tuple[type[LookStage], ...] = (PictureStage, FontStage, TextStage, VideoStage)


def stages(workspace: Workspace) -> tuple[LookStage, ...]:
    """One of each; the first that takes a file shows it."""
    return tuple(stage(workspace) for stage in STAGES)
