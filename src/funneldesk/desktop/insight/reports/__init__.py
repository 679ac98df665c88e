"""Ready reports of the interface, as every section reads and draws them."""
