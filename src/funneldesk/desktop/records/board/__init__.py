"""Board of any records that stand in columns: moved, added, opened, counted and added up."""
