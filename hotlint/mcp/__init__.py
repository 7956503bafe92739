"""The server for coding agents: the answers of other commands as tools of the Model Context Protocol."""
