"""Environment files: read, merged, their registries, and the values that they give."""
