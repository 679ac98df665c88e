"""Work on many records, one by one: stopped at any time, told truthfully, repeated and undone."""
