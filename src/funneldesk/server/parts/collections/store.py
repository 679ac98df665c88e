"""Queries on collections: every one within a brand."""
