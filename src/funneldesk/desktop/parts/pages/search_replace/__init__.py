"""Search and replace over all pages."""
