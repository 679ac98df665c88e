"""A line that offers known words while one types."""

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit

from funneldesk.desktop.kit.style.theme import theme


def offer_words(field: QLineEdit, words: QAbstractItemModel) -> QCompleter:
    """Offer the words that hold what was typed, in whatever case."""
    completer = QCompleter(words, field)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    field.setCompleter(completer)
    popup = completer.popup()
    if popup is not None:
        theme.dress(popup)  # Qt gives it no parent.
    return completer
