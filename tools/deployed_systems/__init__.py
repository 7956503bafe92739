"""Whole systems that are deployed on a real cloud, right ones and ones with a mistake, and what hotlint says about each."""
