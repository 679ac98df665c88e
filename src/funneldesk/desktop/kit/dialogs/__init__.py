"""Dialogs that are awaited, and the order of the Tab key."""
