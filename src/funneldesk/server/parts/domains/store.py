"""Queries on domains: every one within a brand."""
