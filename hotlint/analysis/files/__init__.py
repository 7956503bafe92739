"""Files on disk and in the editor: a project is an immutable snapshot of them."""
