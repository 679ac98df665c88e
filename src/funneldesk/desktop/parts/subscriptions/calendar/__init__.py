"""Charges that come, day by day."""
