"""Everything about a page but its sources."""
