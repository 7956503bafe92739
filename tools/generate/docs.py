"""Generate the documents that are made from the program itself; `--check` fails when one of them is stale.

docs/rules/ has a page for each rule and an index; docs/not-checked.md lists what only a cloud knows, docs/services.md
what services refuse; docs/network.md lists the
commands that open the network;
hotlint/data/*.schema.json are the JSON Schemas of .hotlint.yaml, of suites, and of files of policies; the extension has copies.
"""

from __future__ import annotations

import sys
from pathlib import Path

import network
import not_checked
import services

from hotlint.linter.rules.rule import Rule
from hotlint.linter.settings.schema import schema_text
from hotlint.output import reference
from hotlint.output.reference.rule import rule_page, summary
from hotlint.suites.schema import policy_schema, suite_schema
from hotlint.suites.schema import schema_text as document_schema_text

TOP = Path(__file__).resolve().parents[2]
GROUPS = {
    "HOT0": "Document: YAML, files, the run itself",
    "HOT1": "Structure and version",
    "HOT2": "Parameters, constraints, groups",
    "HOT3": "References and cycles",
    "HOT4": "Functions and conditions",
    "HOT5": "Resource types, properties, attributes, policies",
    "HOT55": "What services refuse",
    "HOT6": "Environments, nested templates, files, plugins",
    "HOT7": "What the dry run finds",
    "HOT8": "Advice",
    "HOT9": "Security",
}


def documents() -> dict[Path, str]:
    """Return the text of every generated file by its path from the top of the project."""
    rules = reference.rules()
    pages = {Path("docs/rules") / f"{r.code}.md": rule_page(r) for r in rules}
    pages[Path("docs/rules/README.md")] = index(rules)
    pages[Path("docs/not-checked.md")] = not_checked.page()
    pages[Path("docs/services.md")] = services.page()
    pages[Path("docs/network.md")] = network.page()
    for data, extension, text in (
        ("config", "hotlint", schema_text()),
        ("suite", "suite", document_schema_text(suite_schema())),
        ("policies", "policies", document_schema_text(policy_schema())),
    ):
        pages[Path(f"hotlint/data/{data}.schema.json")] = text
        pages[Path(f"vscode-extension/schemas/{extension}.schema.json")] = text
    return pages


def index(rules: list[Rule]) -> str:
    """Return the page that lists all rules, by group."""
    parts = ["# Rules", "`hotlint explain CODE` prints the same pages."]
    for prefix, title in GROUPS.items():
        listed = [r for r in rules if max((g for g in GROUPS if r.code.startswith(g)), key=len) == prefix]
        if listed:
            rows = [f"| [{r.code}]({r.code}.md) | {r.name} | {r.severity} | {summary(r)} |" for r in listed]
            parts += [f"## {title}", "\n".join(["| Code | Name | Severity | What |", "|---|---|---|---|", *rows])]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Write or check the documents, and return the exit code."""
    pages = documents()
    existing = {p.relative_to(TOP) for p in (TOP / "docs/rules").glob("*.md")}
    stale = [p for p, text in pages.items() if not (TOP / p).exists() or (TOP / p).read_text(encoding="utf-8") != text]
    left = sorted(existing - set(pages))
    if "--check" in sys.argv:
        for path in [*stale, *left]:
            print(f"stale: {path} (run `make docs`)")
        return 1 if stale or left else 0
    for path in stale:
        (TOP / path).parent.mkdir(parents=True, exist_ok=True)
        (TOP / path).write_text(pages[path], encoding="utf-8")
    for path in left:
        (TOP / path).unlink()
    print(f"{len(pages)} documents, {len(stale)} written, {len(left)} removed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
