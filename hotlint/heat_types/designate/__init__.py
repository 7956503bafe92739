"""Resource types of Designate."""
