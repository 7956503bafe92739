"""The documentation of templates, for readers who deploy them: one output format a file."""
