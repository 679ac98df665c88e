"""The program: its entry, one run of it, its session, its end, and the server that it brings."""
