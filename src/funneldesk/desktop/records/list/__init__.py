"""The list of a section: rows of two lines beside what is open."""
