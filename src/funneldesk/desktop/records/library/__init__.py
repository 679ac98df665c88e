"""Records of one part, mirrored on this computer."""
