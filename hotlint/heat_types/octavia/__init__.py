"""Resource types of Octavia."""
