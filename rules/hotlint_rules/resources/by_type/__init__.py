"""Own rules of resource types, one module for each large service, imported when a template uses one of its types."""
