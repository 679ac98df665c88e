"""Matrix of many rows and columns whose cells are on or off, painted by a delegate."""
