"""New texts for whole templates, each proved to mean the same to Heat: format and upgrade."""
