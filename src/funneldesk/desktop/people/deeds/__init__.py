"""What can be done for a customer: each declared once, sent once, and noted for good."""
