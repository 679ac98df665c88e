"""Local copies of the server's data: lists, records, files that were seen, and their search."""
