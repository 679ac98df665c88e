"""Records made from the rows of a CSV or Excel file: file, columns, check, send."""
