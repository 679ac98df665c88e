"""What merchants offer to customers who want to leave."""
