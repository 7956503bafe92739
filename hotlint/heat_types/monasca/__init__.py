"""Resource types of Monasca."""
