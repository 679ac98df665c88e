"""The list of a section as a file."""
