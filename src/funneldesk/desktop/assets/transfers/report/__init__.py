"""What became of each file of a transfer."""
