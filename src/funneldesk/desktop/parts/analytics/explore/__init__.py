"""Explore: any metrics by any groupings, to the bottom."""
