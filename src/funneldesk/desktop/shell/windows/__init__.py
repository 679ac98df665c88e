"""The main window and detached ones."""
