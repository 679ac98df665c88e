"""Light and dark: palette, style sheet and fonts, drawn from the tokens, switched live."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from funneldesk.desktop.kit.style.stylesheet import style_sheet
from funneldesk.desktop.kit.style.tokens import (
    BASE_PX,
    COMFORTABLE,
    DARK,
    LIGHT,
    SMALL_PX,
    Density,
    Tokens,
)
from funneldesk.resources import resource

SANS_FILES = ("Inter-Regular.otf", "Inter-Medium.otf", "Inter-SemiBold.otf")
MONO_FILES = ("JetBrainsMono-Regular.ttf",)
MODES = ("system", "light", "dark")
DRESSED = "dressed"


class Theme(QObject):
    """The one source of colours. Widgets that paint themselves listen to ``changed``."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.mode = "system"
        self.tokens: Tokens = LIGHT
        self.density: Density = COMFORTABLE
        self._sheet = ""
        self._shown: tuple[Tokens, Density] | None = None

    def install(self, app: QApplication, mode: str = "system") -> None:
        """Set fonts and palette on the application and follow the system from now on."""
        for name in SANS_FILES:
            QFontDatabase.addApplicationFont(str(resource("fonts", name)))
        app.setFont(font())
        hints = app.styleHints()
        hints.colorSchemeChanged.connect(self._system_changed)
        self._shown = None
        self.set_mode(mode)

    def install_rest(self) -> None:
        """Load what the first paint does not need: the typeface of code."""
        for name in MONO_FILES:
            QFontDatabase.addApplicationFont(str(resource("fonts", name)))

    def set_mode(self, mode: str) -> None:
        """``system``, ``light`` or ``dark``; anything else counts as ``system``."""
        self.mode = mode if mode in MODES else "system"
        system_dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        dark = self.mode == "dark" or (self.mode == "system" and system_dark)
        self._apply(DARK if dark else LIGHT)

    def set_density(self, density: Density) -> None:
        """Comfortable or compact heights."""
        self.density = density
        self._apply(self.tokens)

    def dress(self, window: QWidget) -> None:
        """Give a window without a parent the style sheet, now and with each change; what it holds
        and opens has it by that.

        The application has none: Qt would then ask all that a widget holds for its style whenever
        that widget gets a parent, so that a panel took three times as long to make.
        """
        window.setProperty(DRESSED, True)
        if self._sheet:
            window.setStyleSheet(self._sheet)

    def colour(self, name: str) -> QColor:
        """A token as a colour object, for painting."""
        return QColor(getattr(self.tokens, name))

    def _system_changed(self) -> None:
        if self.mode == "system":
            self.set_mode("system")

    def _apply(self, tokens: Tokens) -> None:
        if self._shown == (tokens, self.density):
            return  # styling all windows anew would take as long as a change
        self._shown = (tokens, self.density)
        self.tokens = tokens
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(_palette(tokens))
            self._sheet = style_sheet(tokens, self.density)
            for window in app.topLevelWidgets():
                if window.property(DRESSED):
                    window.setStyleSheet("")  # one that replaces another takes twice as long
                    window.setStyleSheet(self._sheet)
        self.changed.emit()


def font(px: float = BASE_PX, weight: int = 400) -> QFont:
    """The interface's typeface with tabular figures. ``px`` in device-independent pixels."""
    made = QFont("Inter")
    made.setPixelSize(round(px))
    made.setWeight(QFont.Weight(weight))
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


def code_font(px: float = SMALL_PX) -> QFont:
    """The typeface of code and of what a server sent."""
    made = QFont("JetBrains Mono")
    made.setPixelSize(round(px))
    return made


def _palette(tokens: Tokens) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    pairs = {
        role.Window: tokens.app,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.app,
        role.Text: tokens.text,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.ToolTipBase: tokens.text,
        role.ToolTipText: tokens.surface,
        role.PlaceholderText: tokens.muted,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.Link: tokens.accent,
        role.Light: tokens.surface,
        role.Mid: tokens.line,
        role.Dark: tokens.strong,
    }
    for name, colour in pairs.items():
        palette.setColor(name, QColor(colour))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, QColor(tokens.disabled))
    return palette


theme = Theme()
