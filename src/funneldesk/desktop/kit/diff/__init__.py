"""Differences and merges of texts, byte for byte, and the widgets that show them."""
