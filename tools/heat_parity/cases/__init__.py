"""Makes test cases and asks Heat about each. What only Heat's interpreter has is imported by the functions that use it."""
