"""Resource types of Trove."""
