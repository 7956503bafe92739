"""What an editor asks about a text, answered on plain data: offsets in code points, no protocol, no input or output.

One file an answer; each takes a `Snapshot` (a text in its context) and an offset. `hotlint_server` turns the answers
into the Language Server Protocol.
"""
