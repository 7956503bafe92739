"""Hold the subcommands, one a module, imported only when it is asked for."""
