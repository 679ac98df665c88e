"""Base of the features of the Pages section."""

from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.sections.feature import Feature


class PageFeature(Feature):
    """One thing that can be done with pages; what it uses of the section is in ``context``."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context.section)
        self.context = context
