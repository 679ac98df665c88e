"""The edit session of a page: its draft, its lock, its windows."""
