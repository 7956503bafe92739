"""Checks of many trees, on this machine or on a cluster of Dask: sources, batches, and one report of all results."""
