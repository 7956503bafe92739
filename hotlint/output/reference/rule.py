"""The page of a rule: its docstring, and its examples with the real output of hotlint."""

from __future__ import annotations

import inspect
import re

from hotlint.linter.checking import testing
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.rules.rule import Example, Rule
from hotlint.output.findings.conversion import run_report
from hotlint.output.findings.text import Paint, finding

SEVERITY_WORDS = {
    "error": "Error: the stack cannot be created, or data is silently lost.",
    "warning": "Warning: it deploys, but is very likely wrong.",
    "info": "Info: advice.",
}


def rule_page(rule: Rule) -> str:
    """Return the page in Markdown, ending in a newline."""
    reported = [testing.example_diagnostics(rule, e) for e in rule.bad]
    fixes = [f for found in reported for d in found for f in d.fixes]
    safe = any(f.safety == "safe" or (f.renames and rule.severity == "error") for f in fixes)
    facts = [SEVERITY_WORDS[rule.severity], f"Since {rule.since}."]
    if not rule.default:
        facts.append(f"Off by default: `extend_select: [{rule.code}]` in `.hotlint.yaml` runs it.")
    facts += [f"In the profile `{name}`: {severity}." for name, severity in rule.profiles.items()]
    if fixes:
        facts.append("Fixable with `hotlint check --fix` where that is safe." if safe else "Editors offer a fix.")
    parts = [f"# {rule.code} {rule.name}", " ".join(facts), inspect.getdoc(rule) or ""]
    if rule.bad:
        parts += ["## Reported", *(b for e, found in zip(rule.bad, reported, strict=True) for b in _example(e, found))]
    if rule.good:
        parts += ["## Not reported", *(b for e in rule.good for b in _example(e, testing.example_diagnostics(rule, e)))]
    if rule.bad:
        parts += ["## How to suppress it", _suppression(rule)]
    return "\n\n".join(p.strip("\n") for p in parts) + "\n"


def summary(rule: Rule) -> str:
    """Return the first sentence of the rule's documentation."""
    first = (inspect.getdoc(rule) or "").split("\n\n")[0].replace("\n", " ")
    return re.split(r"(?<=[.!?])\s", first, maxsplit=1)[0]


def _suppression(rule: Rule) -> str:
    return (
        f"```yaml\n# hotlint: disable={rule.code}            (this line, or the node that starts on it)\n"
        f"# hotlint: disable-next-line={rule.code}\n# hotlint: disable-file={rule.code}\n```\n\n"
        f"Or for many files, in `.hotlint.yaml`: `ignore: [{rule.code}]`."
    )


def _example(example: Example, found: list[Diagnostic]) -> list[str]:
    text = testing.parse_marks(example.text).text
    blocks = [_block(text)]
    if example.environment is not None:
        blocks += [f"with the environment `{testing.ENVIRONMENT}`", _block(example.environment)]
    if example.cloud is not None:
        blocks += [f"with the snapshot of a cloud `{testing.SNAPSHOT}`", _block(example.cloud)]
    for name, content in example.files.items():
        blocks += [f"and the file `{name}`", _block(content, "yaml" if name.endswith(("yaml", "yml")) else "text")]
    if found:
        report = run_report(testing.FILE, text, found)
        output = "\n".join(finding(f, Paint(False)) for f in report.diagnostics).rstrip("\n")
        blocks.append(_block(output, "text"))
    if example.fixed is not None:
        safe = all(f.safety == "safe" for d in found for f in d.fixes[:1])
        blocks += [
            "After `hotlint check --fix`:" if safe else "After the fix that editors offer:",
            _block(example.fixed),
        ]
    return blocks


def _block(text: str, language: str = "yaml") -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"
