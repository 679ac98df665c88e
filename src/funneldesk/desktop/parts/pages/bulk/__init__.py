"""Fields and states of many pages at once."""
