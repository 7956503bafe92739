"""Resource types of Nova."""
