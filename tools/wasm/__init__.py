"""Runs tests in Python in WebAssembly."""
