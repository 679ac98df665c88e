"""A save of any record: planned, asked about, guarded, sent and reported."""
