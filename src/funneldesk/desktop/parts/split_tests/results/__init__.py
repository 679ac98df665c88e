"""The results of a split test: what its numbers say, and what stands in the way of believing it."""
