"""Suppression comments: what they suppress, and what is reported about them."""
