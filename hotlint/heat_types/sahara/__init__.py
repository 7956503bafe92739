"""Resource types of Sahara."""
