"""Answers for editors, as plain data: offsets in code points, no protocol, no input or output.

Each feature is one module, which takes a `FileAnalysis` (a text in its context) and an offset. `hotlint_server` converts the
answers to the Language Server Protocol.
"""
