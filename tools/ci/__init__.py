"""Programs that CI systems run: the action for GitHub, the steps of the container image."""
