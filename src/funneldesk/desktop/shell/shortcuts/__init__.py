"""The dialog of shortcuts, and where others are chosen."""
