"""Copies of what the server has: lists, records, files that were seen, and their search."""
