"""Queries on crm: every one within a brand."""
