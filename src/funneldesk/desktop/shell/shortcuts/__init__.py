"""The sheet of shortcuts, and where others are chosen."""
