"""Resource types of Magnum."""
