"""The version of hotlint; the package takes it from here, and the extension for VS Code states the same one."""

__version__ = "0.2.0.dev0"
