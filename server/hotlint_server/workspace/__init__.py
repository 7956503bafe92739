"""The workspace: folders, open documents, and the diagnostics of both."""
