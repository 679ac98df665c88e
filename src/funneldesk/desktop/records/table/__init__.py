"""Records as a table: search, views, filters, columns and order around one view."""
