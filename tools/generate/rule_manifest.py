"""Write the manifest of hotlint's own rules; `--check` fails when it is stale.

rules/hotlint_rules/manifest.json states for each rule what it looks at, so that a check imports only the rules that it needs
(see `hotlint.linter.packs.manifest`).
"""

from __future__ import annotations

import json
import sys

import hotlint_rules
from _write import update

from hotlint.language import functions
from hotlint.linter.packs.manifest import FILE, entry_of


def manifest() -> str:
    """Return the text of the manifest: JSON, one line a rule. Raises ValueError for a rule that has no place in it."""
    rules = sorted((kind() for kind in hotlint_rules.RULES), key=lambda rule: rule.code)
    known = functions.every()
    lines = ",\n".join(f"  {json.dumps(entry_of(rule, known))}" for rule in rules)
    types = json.dumps(hotlint_rules.TYPE_RULES, indent=1)
    return f'{{"rules": [\n{lines}\n],\n"type_rules": {types}}}\n'


if __name__ == "__main__":
    raise SystemExit(update({f"rules/hotlint_rules/{FILE}": manifest()}, check="--check" in sys.argv))
