"""Cases packed into one file, with all that was sent to Heat and what it said, so that they can be kept and shared.

A packed case is one line of JSON in a gzip file: a row as in a folder's index ("file", "env", "op", "note", "valid",
"phase", "error", "kind", "attrs", "result") and "files": {name: string, or {"base64": string} for what is not UTF-8}.
Its verdict is that of `judge create`: from the client's parsing to the end of the validation that `stack create` does.
"""

import argparse
import base64
import gzip
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from .folder import CaseWriter, Row


def read_packed(packed: Path, prefix: str = "") -> Iterator[Row]:
    """Yield the packed cases whose `op` starts with the prefix."""
    with gzip.open(packed, "rt", encoding="utf-8") as lines:
        for line in lines:
            row: Row = json.loads(line)
            if row["op"].startswith(prefix):
                yield row


def write_packed(packed: Path, rows: Iterable[Row]) -> None:
    """Write packed cases; the same bytes for the same cases."""
    with packed.open("wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as zipped:
        for row in rows:
            zipped.write(json.dumps(row).encode() + b"\n")


def lay_out(row: Row, folder: Path) -> Row:
    """Write the files of a packed case below a folder; return the row of the index, which is without them.

    Raises ValueError for a name that leads out of the folder.
    """
    for name, body in row["files"].items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"packed case {row['file']}: file name {name!r} leads out of the folder")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.encode() if isinstance(body, str) else base64.b64decode(body["base64"]))
    return {key: value for key, value in row.items() if key != "files"}


def main(arguments: list[str], prog: str) -> int:
    """Lay packed cases out as a folder that `compare` reads, with the verdicts that were packed."""
    parser = argparse.ArgumentParser(prog, description=main.__doc__)
    parser.add_argument("packed", type=Path, help="such as creations.jsonl.gz")
    parser.add_argument("out", type=Path, metavar="DIR")
    parser.add_argument("--op", default="", metavar="PREFIX", help="only cases whose op starts so")
    args = parser.parse_args(arguments)
    with CaseWriter(args.out) as writer:
        for row in read_packed(args.packed, args.op):
            writer.add(lay_out(row, args.out))
    print(writer.count, "cases")
    return 0
