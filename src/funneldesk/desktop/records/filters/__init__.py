"""Filters of a list, as they are seen and taken off."""
