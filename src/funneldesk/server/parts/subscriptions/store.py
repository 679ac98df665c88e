"""Queries on subscriptions: every one within a brand."""
