"""Resource types of Swift."""
