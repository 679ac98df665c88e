"""Queries on funnels: every one within a brand."""
