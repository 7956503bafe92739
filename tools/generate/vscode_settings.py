"""Generate the settings of the VS Code extension that are settings of hotlint, too, from the table of settings.

Writes vscode-extension/package.json: their properties, and which of them an untrusted workspace must not have. `--check`
fails when it is stale.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from _write import TOP, update

from hotlint.linter.settings.editor import RESTRICTED
from hotlint.linter.settings.keys import KEYS, Key
from hotlint.linter.severities import SEVERITIES

TARGET = "vscode-extension/package.json"
_LISTS = ("selectors", "profiles", "strings", "folders")


def render() -> str:
    """Return the content of package.json."""
    package: dict[str, Any] = json.loads((TOP / TARGET).read_text(encoding="utf-8"))
    properties: dict[str, Any] = package["contributes"]["configuration"]["properties"]
    properties.update({f"hotlint.{key.editor}": _property(key) for key in KEYS.values() if key.editor})
    restricted: list[str] = package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    names = (f"hotlint.{key.editor}" for key in KEYS.values() if key.editor and key.kind in RESTRICTED)
    restricted += [name for name in names if name not in restricted]
    return json.dumps(package, indent=2, ensure_ascii=False) + "\n"


def _property(key: Key) -> dict[str, Any]:
    summary = [key.summary]
    if key.kind in _LISTS:
        facts: dict[str, Any] = {"type": "array", "items": {"type": "string"}, "default": []}
    elif key.kind == "severities":
        values = {"type": "string", "enum": list(SEVERITIES)}
        facts = {"type": "object", "additionalProperties": values, "default": {}}
    else:
        facts = {"type": "string", "default": ""}
    if key.default or facts["default"] == "":
        summary.append(f"Empty: the setting in `.hotlint.yaml`, {f'else {key.default}' if key.default else 'if any'}.")
    else:
        summary.append("On top of the setting in `.hotlint.yaml`.")
    if key.kind in RESTRICTED:
        summary.append("Ignored in an untrusted workspace.")
    return {**facts, "scope": "resource", "markdownDescription": " ".join(summary)}


if __name__ == "__main__":
    raise SystemExit(update({TARGET: render()}, check="--check" in sys.argv))
