"""Changes of cells that wait in a table: marked, reviewed, applied together, taken back."""
