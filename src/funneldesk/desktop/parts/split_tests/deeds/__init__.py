"""What is done with a split test: paused, resumed, ended with a winner, shipped, made, deleted."""
