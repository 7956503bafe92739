"""Resource types of Manila."""
