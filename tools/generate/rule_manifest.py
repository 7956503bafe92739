"""The manifest of hotlint's own rules: what each rule looks at, so that a check imports only the rules that it needs."""

from __future__ import annotations

import json

import hotlint_rules

from hotlint.language import functions
from hotlint.linter.packs.manifest import FILE, entry_of


def files() -> dict[str, str]:
    """Return the manifest by its path: JSON, one line a rule. Raises ValueError for a rule that has no place in it."""
    rules = sorted((kind() for kind in hotlint_rules.RULES), key=lambda rule: rule.code)
    known = functions.every()
    lines = ",\n".join(f"  {json.dumps(entry_of(rule, known))}" for rule in rules)
    types = json.dumps(hotlint_rules.TYPE_RULES, indent=1)
    return {f"rules/hotlint_rules/{FILE}": f'{{"rules": [\n{lines}\n],\n"type_rules": {types}}}\n'}
