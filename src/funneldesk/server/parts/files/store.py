"""Queries on files: every one within a brand."""
