"""References from pages, components, blogs and style sheets to the brand's files."""
