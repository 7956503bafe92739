"""The documents and schemas that are made from the program itself.

docs/rules/ has a page for each rule and an index. docs/not-checked.md lists what only a cloud knows, docs/services.md what
services refuse, docs/network.md the commands that open the network. Tables of keys in docs/testing.md and docs/policies.md are those
of the formats, and the table of exceptions in ARCHITECTURE.md is that of the rules. hotlint/data/*.schema.json are the JSON Schemas of
.hotlint.yaml, of suites, and of files of policies; the extension has copies.
"""

from __future__ import annotations

import re
from pathlib import Path

import not_checked
import services

from hotlint.cli.network import NETWORK_USES
from hotlint.formats.catalog import FORMATS
from hotlint.formats.schema import schema_text
from hotlint.linter.rules.rule import Rule
from hotlint.output import reference
from hotlint.output.reference.rule import rule_page, summary

TOP = Path(__file__).resolve().parents[2]
ARCHITECTURE = "ARCHITECTURE.md"
WITH_KEYS = ("docs/testing.md", "docs/policies.md")
"""Documents with tables of keys of hotlint's own formats."""
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
    "HOT75": "No effect: what Heat accepts, and what then does nothing",
    "HOT76": "User data without effect",
    "HOT8": "Advice",
    "HOT9": "Security",
}
NETWORK = """\
# Network access

hotlint checks, previews, formats and fixes templates offline. Only the commands in this table open the network, and each of them does so
because you name an address or a cloud on its command line. No setting in `.hotlint.yaml` and nothing in a template can make another command
open it.

| Command | Connects to | Traffic |
|---|---|---|
{rows}

Related behavior:

- `openstack hot check` takes the options of `hotlint check`, so `--cloud`, `--cluster` and addresses open the network there too.
- `hotlint catalog import --heat PYTHON` opens no connection itself, but it runs the Heat plugins of that interpreter.
- A URL in a template, such as `get_file: https://...`, is never fetched.
- The VS Code extension runs `hotlint cloud snapshot` and `hotlint plan` for a cloud that you choose, and `pip install` when you ask it to
  install the server. It asks no cloud in a workspace that you do not trust.

This page is generated from `hotlint/cli/network.py`. A test compares that table with the modules that open connections and with the options
of every command.
"""


def files() -> dict[str, str]:
    """Return the text of every document by its path from the top folder."""
    rules = reference.rules()
    pages = {
        f"docs/rules/{rule.code}.md": re.sub(r"(?m)^- (HOT\d+) ", r"- [\1](\1.md) ", rule_page(rule, tuple(rules)))
        for rule in rules
    }
    pages["docs/rules/README.md"] = index(rules)
    pages["docs/not-checked.md"] = not_checked.page()
    pages["docs/services.md"] = services.page()
    pages["docs/network.md"] = network_page()
    pages |= {path: with_keys((TOP / path).read_text(encoding="utf-8")) for path in WITH_KEYS}
    pages[ARCHITECTURE] = with_stricter((TOP / ARCHITECTURE).read_text(encoding="utf-8"), rules)
    for kind, data, extension in (
        ("configuration", "config", "hotlint"),
        ("suite", "suite", "suite"),
        ("policies", "policies", "policies"),
    ):
        pages[f"hotlint/data/{data}.schema.json"] = schema_text(FORMATS[kind])
        pages[f"vscode-extension/schemas/{extension}.schema.json"] = schema_text(FORMATS[kind])
    return pages


def with_keys(text: str) -> str:
    """Return a document with the rows of its tables of keys: those below a comment that names a format and a level."""

    def filled(found: re.Match[str]) -> str:
        keys = FORMATS[found[2]].levels[found[3]].keys
        return found[1] + "".join(f"| `{key.name}` | {key.description} |\n" for key in keys)

    return re.sub(r"(<!-- keys of (\w+): (\w+) -->\n\n.*\n.*\n)(?:\|.*\n)*", filled, text)


def with_stricter(text: str, rules: list[Rule]) -> str:
    """Return ARCHITECTURE.md with the rows of the rules that report errors of what Heat does not refuse."""
    rows = "".join(f"| {r.code} {r.name} | {r.stricter} |\n" for r in rules if r.stricter and r.severity == "error")
    return re.sub(r"(<!-- rules stricter than Heat -->\n\n.*\n.*\n)(?:\|.*\n)*", lambda found: found[1] + rows, text)


def index(rules: list[Rule]) -> str:
    """Return the page that lists all rules, by group."""
    parts = ["# Rules", "`hotlint explain CODE` prints the same pages."]
    for prefix, title in GROUPS.items():
        listed = [r for r in rules if max((g for g in GROUPS if r.code.startswith(g)), key=len) == prefix]
        if listed:
            rows = [f"| [{r.code}]({r.code}.md) | {r.name} | {r.severity} | {summary(r)} |" for r in listed]
            parts += [f"## {title}", "\n".join(["| Code | Name | Severity | What |", "|---|---|---|---|", *rows])]
    return "\n\n".join(parts) + "\n"


def network_page() -> str:
    """Return the page of the commands that open the network."""
    rows = [f"| `hotlint {use.command}` | {use.peer} | {use.traffic} |" for use in NETWORK_USES]
    return NETWORK.format(rows="\n".join(rows))
