"""What is wrong in a funnel, and where."""
