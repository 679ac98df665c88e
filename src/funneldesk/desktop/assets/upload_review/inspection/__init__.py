"""Facts of chosen files before they are sent."""
