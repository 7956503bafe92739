"""Resource types of Aodh."""
