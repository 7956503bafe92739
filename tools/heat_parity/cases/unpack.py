"""Lay packed cases out as a folder that `compare` reads, with the verdicts that were packed."""

import argparse
from pathlib import Path

from .folder import CaseWriter
from .packed import lay_out, read_packed


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    parser = argparse.ArgumentParser(prog, description=__doc__)
    parser.add_argument("packed", type=Path, help="such as creations.jsonl.gz")
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("--op", default="", metavar="PREFIX", help="only cases whose op starts so")
    args = parser.parse_args(arguments)
    with CaseWriter(args.out) as writer:
        for row in read_packed(args.packed, args.op):
            writer.add(lay_out(row, args.out))
    print(writer.count, "cases")
    return 0
