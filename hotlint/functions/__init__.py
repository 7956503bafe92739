"""The functions of HOT, one file each; tables by version.

A function's module is imported when a template first uses its name: most templates use four or five.
"""
