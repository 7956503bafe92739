"""The version of hotlint, which the package takes from here. The extension for VS Code states its three numbers."""

__version__ = "0.2.0.dev0"
