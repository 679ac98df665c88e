"""Pages copied into another brand."""
