"""The brand's files as every section may use them: their list, their images, their transfer."""
