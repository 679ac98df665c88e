"""Modules that the first section needs, read beside the window instead of in its way."""


def preload() -> None:
    """Import them; to be called off the window's thread."""
    import funneldesk.desktop.kit.web.code_editor
    import funneldesk.desktop.kit.web.preview
    import funneldesk.desktop.kit.web.view
    import funneldesk.desktop.parts.pages.panel  # noqa: F401
