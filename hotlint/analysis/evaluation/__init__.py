"""The evaluation of a template: parameters, conditions, functions."""
