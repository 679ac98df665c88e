"""Connection for heavy traffic: its client, its speed, its limits."""
