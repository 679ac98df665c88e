"""Charts declared as data, drawn together in one web view for each board; sparklines by Qt."""
