"""Resource types of Barbican."""
