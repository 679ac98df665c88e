"""Queries on customers: every one within a brand."""
