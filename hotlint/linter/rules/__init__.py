"""The rule API: rules, what they may ask, and the rules of resource types."""
