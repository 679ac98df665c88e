"""The graph itself, without Qt."""
