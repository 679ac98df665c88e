"""The main window with the Pages section, as one works in it with keyboard and mouse.

Places follow from the measures of the window: a sidebar of 228, a top bar of 48, a bar of tabs of
36 and a foot of 30 pixels; the columns between were read from a picture at 1280 by 800, where the
window starts. What has no fixed place is looked for by its colour.
"""

from pathlib import Path

from tests.e2e.screen import Area, Bar, Screen
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT

TITLE = "Funneldesk"
SIZE = (1280, 800)

SEARCH = (310, 72)
FIRST_ROW = (340, 125)
SOURCE = (620, 300)
LIST = Area(228, 48, 230, 752)
CRUMBS = Area(228, 0, 420, 47)
TEXT = Area(520, 84, 280, 360)
TESTS = Area(466, 440, 336, 330)
FOOT = Area(466, 771, 336, 28)
PREVIEW = Area(808, 86, 470, 700)
BANNER = Area(240, 49, 1000, 20)
PHONE, TABLET = (1087, 65), (1121, 65)

_BAR_TO_FIELD = 36
_LEAST_BAR = 8
_BAR_HEIGHTS = range(3, 7)


class PagesWindow:
    """The window of a program that was just started."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.number = screen.window(TITLE)

    def ready(self) -> "PagesWindow":
        """Wait until a page is shown and nothing moves any more."""
        self.screen.see(LIGHT.code_tag, TEXT, least=20, within=30)
        self.screen.quiet()
        return self

    def back_from(self, dialog: str) -> None:
        """Wait for the end of a dialog and take the keyboard back."""
        self.screen.gone(dialog)
        self.screen.focus(self.number)

    def confirm(self, dialog: str) -> None:
        """Answer a dialog with what its accented button says."""
        self.screen.window(dialog)
        self.screen.press("Return")
        self.back_from(dialog)

    def import_file(self, file: Path) -> None:
        """Ctrl+N, bring an HTML file, create the draft."""
        screen = self.screen
        screen.press("ctrl+n")
        dialog = screen.window("New page")
        screen.press("Tab", "Tab", "space")
        screen.window("Use an HTML file")
        screen.type(str(file))
        screen.press("Return")
        screen.gone("Use an HTML file")
        screen.focus(dialog)
        primary = screen.place(dialog)
        screen.see(LIGHT.accent, primary, least=1000)
        screen.press("Return")
        self.back_from("New page")

    def open_page(self, slug: str) -> None:
        """Open the page that the list finds by its slug."""
        before = self.screen.picture(CRUMBS)
        self.screen.click(SEARCH)
        self.screen.press("ctrl+a")
        self.screen.type(slug)
        self.screen.quiet(LIST)
        self.screen.click(FIRST_ROW)
        eventually(lambda: self.screen.picture(CRUMBS) != before, 10, f"the page {slug} opened")
        self.screen.quiet()

    def find_in_source(self, text: str) -> None:
        """Select the first place of a text in the source."""
        self.screen.click(SOURCE)
        self.screen.press("ctrl+f")
        self.screen.type(text)
        self.screen.press("Return", "Escape")

    def type_at_the_beginning(self, text: str) -> None:
        """Write something before all else in the source."""
        self.screen.click(SOURCE)
        self.screen.press("ctrl+Home")
        self.screen.type(text)

    def weights(self) -> list[Bar]:
        """The filled parts of the variants' sliders, from the top, each by its middle line."""
        stacks: list[list[Bar]] = []
        for bar in self.screen.bars(LIGHT.accent, TESTS, _LEAST_BAR):
            above = next(
                (s for s in stacks if (s[-1].left, s[-1].top + 1) == (bar.left, bar.top)), None
            )
            if above is None:
                stacks.append([bar])
            else:
                above.append(bar)
        return [stack[len(stack) // 2] for stack in stacks if len(stack) in _BAR_HEIGHTS]

    def weight_field(self, number: int) -> tuple[int, int]:
        """Where the field of a variant's weight is: to the right of its slider."""
        bar = self.weights()[number]
        line = Area(bar.left, bar.top, TESTS.left + TESTS.width - bar.left, 1)
        rest = self.screen.bars(LIGHT.sunken, line, 4)
        end = max(each.left + each.width for each in rest)
        return end + _BAR_TO_FIELD, bar.top
