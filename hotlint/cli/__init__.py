"""Run hotlint in a terminal: the subcommands, and batch runs over many files."""
