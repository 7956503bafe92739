"""Cases packed into one file, with all that was sent to Heat and what it said, so that they can be kept and shared.

A packed case is one line of JSON in a gzip file: a row as in a folder's index ("file", "env", "op", "note", "valid",
"phase", "error", "kind", "attrs", "result") and "files": {name: string, or {"base64": string} for what is not UTF-8}.
Its verdict is that of `judge create`: from the client's parsing to the end of the validation that `stack create` does.

The command lays packed cases out as a folder, and asks Heat again about each of them. With --as-packed it needs no Heat: the
verdicts are those that were packed. With --pack the cases are packed again with the new verdicts, and what has changed is
printed. The value of the output `it` is asked for where a case had one: elsewhere it would come from attributes that only a
cloud has.
"""

import argparse
import base64
import gzip
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ..judge.judge import HeatJudge, output_value, set_attributes
from .folder import CaseWriter, Row, environments_of


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


def fresh_verdict(row: Row, folder: Path, judge: HeatJudge) -> dict[str, Any]:
    """Return what Heat says now of a case that was laid out in a folder: the keys of the row that depend on Heat."""
    template, environments = folder / row["file"], environments_of(row, folder)
    verdict = judge.create(template, environments)
    result = None
    if verdict["valid"] and row["result"] is not None:
        stack = judge.received_stack(template, environments)
        set_attributes(stack, row["attrs"])
        result = output_value(stack, "it")
    prefix = str(template.resolve().parent) + "/"
    error = verdict["error"]
    return {
        "valid": verdict["valid"],
        "phase": verdict["phase"],
        "error": error and error.replace(prefix, ""),
        "kind": verdict["kind"],
        "result": result,
    }


def _difference(row: Row, fresh: dict[str, Any]) -> str | None:
    """Return what has changed, apart from the wording of errors."""
    was, now = row["result"] or {}, fresh["result"] or {}
    if row["valid"] != fresh["valid"]:
        return f"valid was {row['valid']}, is {fresh['valid']}: {fresh['error'] or row['error']}"
    if was.get("value") != now.get("value") or ("error" in was) != ("error" in now):
        return f"result was {was}, is {now}"
    return None


def main(arguments: list[str], prog: str) -> int:
    """Run the command and return its exit code, which is always 0."""
    parser = argparse.ArgumentParser(prog, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packed", type=Path, help="such as creations.jsonl.gz")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--op", default="", metavar="PREFIX", help="only cases whose op starts so")
    parser.add_argument("--pack", type=Path, metavar="FILE", help="pack the cases again, with the new verdicts")
    parser.add_argument("--as-packed", action="store_true", help="keep the packed verdicts")
    args = parser.parse_args(arguments)
    judge = None if args.as_packed else HeatJudge()
    packed: list[Row] = []
    with CaseWriter(args.out) as writer:
        for row in read_packed(args.packed, args.op):
            laid_out = lay_out(row, args.out)
            fresh = fresh_verdict(laid_out, args.out, judge) if judge is not None else {}
            difference = _difference(row, {**laid_out, **fresh})
            if difference:
                print(f"{row['file']} {row['op']}: {difference[:300]}", file=sys.stderr)
            writer.add({**laid_out, **fresh})
            if args.pack:
                packed.append({**row, **fresh})
    if args.pack:
        write_packed(args.pack, packed)
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
