"""Findings as SARIF 2.1.0, the exchange format of static analysis: for code scanning and for other tools."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

from hotlint.common.version import ADDRESS, __version__, rule_address
from hotlint.linter.diagnostic import Fix
from hotlint.linter.packs import registry
from hotlint.linter.rules.rule import Rule
from hotlint.linter.run_diagnostics import RUN_RULES
from hotlint.output.findings.json import document_pieces
from hotlint.output.findings.model import (
    FileReport,
    Finding,
    PositionSpan,
    Summary,
    fingerprinted,
    portable,
)

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
SOURCE_ROOT = "The top folder of the checkout in a CI job, otherwise the folder in which hotlint was started."
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(reports: Iterable[FileReport], summary: Summary, *, absent: Iterable[Finding] = ()) -> str:
    """Return a document with one run; lines and columns count from one, columns in code points.

    `absent` are findings that a baseline knows and that are no longer there.
    """
    return "".join(pieces(reports, summary, absent=absent))


def pieces(reports: Iterable[FileReport], summary: Summary, *, absent: Iterable[Finding] = ()) -> Iterator[str]:
    """Yield what `render` returns, bit by bit. The reports are read twice."""
    absent = list(absent)
    known = {r.code: r for r in (*registry.load().rules, *RUN_RULES)}
    codes = sorted({f.code for r in reports for f in r.diagnostics} | {f.code for f in absent})
    index = {code: number for number, code in enumerate(codes)}
    driver: dict[str, Any] = {
        "name": "hotlint",
        "version": __version__,
        "semanticVersion": __version__.replace(".dev", "-dev"),
        "rules": [_rule(code, known.get(code)) for code in codes],
    }
    if ADDRESS:
        driver["informationUri"] = ADDRESS
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"SRCROOT": {"description": {"text": SOURCE_ROOT}}},
        "results": [],
    }
    found: Iterator[tuple[Finding, str | None]] = chain(fingerprinted(reports), ((f, None) for f in absent))
    results = (_result(f, index[f.code], fingerprint) for f, fingerprint in found)
    return document_pieces({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, run["results"], results)


def _rule(code: str, rule: Rule | None) -> dict[str, Any]:
    if rule is None:
        return {"id": code}
    text = inspect.getdoc(rule) or ""
    short, _, rest = text.partition("\n\n")
    page = rule_address(code)
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in rule.name.split("-")),
        "shortDescription": {"text": short.replace("\n", " ")},
        "fullDescription": {"text": (rest or short).replace("\n", " ")},
        "help": {"text": text, "markdown": f"**{code} {rule.name}**\n\n{text}"},
        **({"helpUri": page} if page else {}),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.category]},
    }


def _result(found: Finding, index: int, fingerprint: str | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": found.code,
        "ruleIndex": index,
        "level": _LEVELS[found.severity],
        "message": {"text": _plain(found.message)},
        "locations": [_location(found.path, None if found.state == "absent" else found.span, found.where)],
    }
    if fingerprint is not None:
        result["partialFingerprints"] = {"hotlint/v1": fingerprint}
    if found.state:
        result["baselineState"] = found.state
    if found.related:
        result["relatedLocations"] = [
            {"id": number, **_location(r.path, r.span), "message": {"text": _plain(r.message)}}
            for number, r in enumerate(found.related)
        ]
    if found.fixes:
        result["fixes"] = [_fix(f) for f in found.fixes]
    return result


def _plain(message: str) -> str:
    """Return a message in which nothing is a link: SARIF reads `[text](target)` as one, wherever it comes from."""
    return re.sub(r"\[(?=[^\[\]]*\]\()", r"\\[", message)


def _location(path: str, span: PositionSpan | None, where: str = "") -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(path)}}
    if span is not None:
        location["physicalLocation"]["region"] = _region(span)
    if where:
        location["logicalLocations"] = [{"fullyQualifiedName": where}]
    return location


def _artifact(path: str) -> dict[str, Any]:
    if "://" in path:  # of an object store
        return {"uri": quote(path, safe="/:", errors="surrogatepass")}
    path = portable(path)
    if path.startswith("/"):
        return {"uri": f"file://{quote(path, errors='surrogatepass')}"}
    return {"uri": quote(path, errors="surrogatepass"), "uriBaseId": "SRCROOT"}


def _region(span: PositionSpan) -> dict[str, int]:
    return {
        "startLine": span.start_line + 1,
        "startColumn": span.start_column + 1,
        "endLine": span.end_line + 1,
        "endColumn": span.end_column + 1,
    }


def _fix(fix: Fix[PositionSpan]) -> dict[str, Any]:
    paths = list(dict.fromkeys(e.path for e in fix.edits))
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path),
                "replacements": [
                    {"deletedRegion": _region(e.span), "insertedContent": {"text": e.text}}
                    for e in fix.edits
                    if e.path == path
                ],
            }
            for path in paths
        ],
    }
