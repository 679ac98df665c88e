"""Modules that the first section needs, read beside the window instead of in its way."""

from datetime import date


def preload_engine() -> None:
    """Import the web engine; to be called off the window's thread."""
    import funneldesk.desktop.kit.web.isolation  # noqa: F401


def preload() -> None:
    """Import them; to be called off the window's thread."""
    import funneldesk.desktop.kit.web.editor.code_editor
    import funneldesk.desktop.kit.web.preview.preview
    import funneldesk.desktop.kit.web.view
    import funneldesk.desktop.parts.pages.panel  # noqa: F401
    from funneldesk.desktop.kit.formats import HERE

    HERE.month(date.today())  # The names of days and months are in a file.
