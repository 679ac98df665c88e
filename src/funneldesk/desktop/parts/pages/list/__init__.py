"""The list of pages, and what is done from it."""
