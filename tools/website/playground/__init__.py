"""The playground of the documentation site: what it loads, and how it is built."""
