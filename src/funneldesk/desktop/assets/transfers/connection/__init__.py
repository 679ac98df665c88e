"""The connection for what is heavy: its client, its speed, its limits."""
