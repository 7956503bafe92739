"""Resource types of Zaqar."""
