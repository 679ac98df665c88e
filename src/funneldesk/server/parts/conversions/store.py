"""Queries on conversions: every one within a brand."""
