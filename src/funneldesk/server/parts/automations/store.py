"""Queries on automations: every one within a brand."""
