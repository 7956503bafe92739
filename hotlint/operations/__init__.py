"""The use cases of hotlint, one module each: a request, one function, a result.

Faces, such as the command line, call them. An operation prints nothing, reads no standard input and knows no exit codes. What cannot
be done is an `OperationError`.
"""
