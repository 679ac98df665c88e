"""A calendar of things that happen on days: months and weeks, with entries that can be moved."""
