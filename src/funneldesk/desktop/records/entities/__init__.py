"""Records of several entities in one section, each with fields that the brand set up."""
