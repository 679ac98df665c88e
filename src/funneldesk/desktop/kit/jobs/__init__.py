"""The job tray: long work of every section, with its progress, in one place."""
