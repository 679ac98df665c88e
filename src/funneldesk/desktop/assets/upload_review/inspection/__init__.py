"""What is known of chosen files before they are sent."""
