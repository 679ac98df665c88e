"""Queries on tracking: every one within a brand."""
