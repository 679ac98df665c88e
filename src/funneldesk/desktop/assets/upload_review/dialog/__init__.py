"""The dialog of an upload review."""
