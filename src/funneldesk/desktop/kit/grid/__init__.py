"""Grids of equal cells."""
