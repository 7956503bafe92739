"""Stacks made of several templates: a template in its context, and the templates that it uses."""
