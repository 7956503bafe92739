"""Resource types of Vitrage."""
