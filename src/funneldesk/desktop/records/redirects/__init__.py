"""Addresses that change, and their redirects."""
