"""Resource types of Keystone."""
