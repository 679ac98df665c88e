"""Rules for the sources of records: HTML, CSS, scripts, split tests."""
