"""SQLite files: opened, migrated, owned by one thread."""
