"""Find out what a template means: a typed view, symbols, evaluation, environments, nested stacks."""
