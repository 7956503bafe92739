"""Resource types of Glance."""
