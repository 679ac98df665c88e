"""Uses of a file, unused files, and broken references."""
