"""An edit session of any record: its draft, its lock, its creates that are in doubt."""
