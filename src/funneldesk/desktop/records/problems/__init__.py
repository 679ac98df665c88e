"""What is wrong in records, and between them and their brand."""
