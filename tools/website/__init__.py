"""The documentation site: the Markdown documents of the repository, and reference pages that the program itself lists."""
