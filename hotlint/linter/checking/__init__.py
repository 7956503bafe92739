"""The check of a file: the engine, the contexts of a file, and the run of the rules."""
