"""`hotlint rules`: list the rules."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_format
from hotlint.common.suggestions import did_you_mean

DESCRIPTION = "List the rules: those that come with hotlint, and those of installed rule packs."


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("pattern", nargs="*", metavar="RULE", help="a code, a code prefix, or a name or part of one")
    add_format(parser, "output format: text or json (default: text)", ("text", "json"), "text")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.linter.settings.selectors import matches
    from hotlint.output import reference
    from hotlint.output.reference.rule import summary

    rules = reference.rules()
    if options.pattern:
        known = [word for r in rules for word in (r.code, r.name)]
        chosen = {p: [r for r in rules if matches(p, r.code, r.name) or p in r.name] for p in options.pattern}
        if none := next((p for p, found in chosen.items() if not found), None):
            raise UsageError(f"no rule matches '{none}'{did_you_mean(none, known)}")
        rules = [r for r in rules if any(r in found for found in chosen.values())]
    if options.format == "json":
        import json

        facts = [
            {
                "code": r.code,
                "name": r.name,
                "severity": r.severity,
                "profiles": dict(r.profiles),
                "summary": summary(r),
            }
            for r in rules
        ]
        print(json.dumps(facts, indent=2))
        return 0
    width = max((len(r.name) for r in rules), default=0)
    for rule in rules:
        sys.stdout.write(f"{rule.code}  {rule.severity:<7}  {rule.name:<{width}}  {summary(rule)}\n")
    return 0
