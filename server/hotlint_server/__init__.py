"""The language server: the Language Server Protocol on one side, `hotlint.ide` on the other, nothing else."""
