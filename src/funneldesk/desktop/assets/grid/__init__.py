"""Files as images in a grid, or as a detailed list."""
