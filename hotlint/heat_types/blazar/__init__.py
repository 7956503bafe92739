"""Resource types of Blazar."""
