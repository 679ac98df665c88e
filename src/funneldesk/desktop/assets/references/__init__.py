"""Which pages, components, blogs and style sheets use which of the brand's files."""
