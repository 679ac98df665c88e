"""What is wrong in pages, and between them and their brand."""
