"""`hotlint rules`: the rules that there are."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

DESCRIPTION = "List the rules: those that come with hotlint, and those of installed rule packs."


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("pattern", nargs="*", metavar="RULE", help="a code, the start of one, or a name")
    parser.add_argument("--format", choices=("text", "json"), default="text")


def run(options: Namespace) -> int:
    from hotlint.linter.selectors import matches
    from hotlint.output import reference
    from hotlint.output.reference.rule import summary

    rules = reference.rules()
    if options.pattern:
        rules = [
            r
            for r in rules
            if any(matches(p, r.code, r.name) or p in r.name or p in r.renamed for p in options.pattern)
        ]
    if options.format == "json":
        import json

        facts = [{"code": r.code, "name": r.name, "severity": r.severity, "summary": summary(r)} for r in rules]
        print(json.dumps(facts, indent=2))
        return 0
    width = max((len(r.name) for r in rules), default=0)
    for rule in rules:
        sys.stdout.write(f"{rule.code}  {rule.severity:<7}  {rule.name:<{width}}  {summary(rule)}\n")
    return 0
