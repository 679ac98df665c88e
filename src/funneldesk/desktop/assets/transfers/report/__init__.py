"""Report of a transfer, file by file."""
