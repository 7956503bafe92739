"""Resource types of Heat itself."""
