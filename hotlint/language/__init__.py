"""Define what HOT is: versions, values, functions, constraints, parameter types, and the sandbox for expressions."""
