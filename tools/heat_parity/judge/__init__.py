"""Asks Heat's own engine for its verdict on a template. Needs an interpreter with openstack-heat installed."""
