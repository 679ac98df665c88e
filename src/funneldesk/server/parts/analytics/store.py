"""Queries on analytics: every one within a brand."""
