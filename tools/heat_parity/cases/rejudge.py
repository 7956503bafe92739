"""Lay packed cases out as a folder, and ask Heat again about each of them.

With --pack the cases are packed again with the new verdicts, and what has changed is printed. The value of the output
`it` is asked for where a case had one: elsewhere it would come from attributes that only a cloud has.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from ..judge.judge import HeatJudge, output_value, set_attributes
from .folder import CaseWriter, Row, environments_of
from .packed import lay_out, read_packed, write_packed


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
    args = parser.parse_args(arguments)
    judge = HeatJudge()
    packed: list[Row] = []
    with CaseWriter(args.out) as writer:
        for row in read_packed(args.packed, args.op):
            laid_out = lay_out(row, args.out)
            fresh = fresh_verdict(laid_out, args.out, judge)
            difference = _difference(row, fresh)
            if difference:
                print(f"{row['file']} {row['op']}: {difference[:300]}", file=sys.stderr)
            writer.add({**laid_out, **fresh})
            if args.pack:
                packed.append({**row, **fresh})
    if args.pack:
        write_packed(args.pack, packed)
    print(f"{writer.count} cases", file=sys.stderr)
    return 0
