"""What is known of the selected files."""
