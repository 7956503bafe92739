"""Fuzzing: made-up and damaged input for check, preview, fixes, edits in an editor and the protocol, and the promises it must keep.

`python tools/fuzz run` makes cases by seed and number, `replay` runs saved ones, `guided` lets coverage choose them.
`hostile` measures the templates of tests/data/hostile.
"""
