"""Queries on products: every one within a brand."""
