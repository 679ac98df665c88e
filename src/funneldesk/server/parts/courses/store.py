"""Queries on courses: every one within a brand."""
