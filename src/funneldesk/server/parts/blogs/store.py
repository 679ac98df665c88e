"""Queries on blogs: every one within a brand."""
