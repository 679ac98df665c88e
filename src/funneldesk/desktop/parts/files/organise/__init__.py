"""New folders, other names, undo."""
