"""Fuzzing: made-up and damaged input for check, preview, fixes, edits in an editor and the protocol, and the promises it must keep.

`python tools/fuzz run` makes cases by hypothesis, `replay` runs saved ones, `guided` lets coverage choose them, and `kills`
kills commands that write.
`hostile` measures the templates of tests/data/hostile.
"""
