"""Stacks that run, as they are recorded, and plans of their updates."""
