"""Resource types of Cinder."""
