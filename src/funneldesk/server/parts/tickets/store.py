"""Queries on tickets: every one within a brand."""
