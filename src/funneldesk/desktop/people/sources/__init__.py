"""What is known of a customer, from where, and how it is shown."""
