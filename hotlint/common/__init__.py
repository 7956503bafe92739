"""Serve every other package: files, globs, suggestions, the cache folder. Knows neither YAML nor Heat."""
