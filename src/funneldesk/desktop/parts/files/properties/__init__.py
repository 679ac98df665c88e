"""Properties of the selected files."""
