"""Small images of files, made in worker processes and kept by content."""
