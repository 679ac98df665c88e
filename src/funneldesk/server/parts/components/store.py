"""Queries on components: every one within a brand."""
