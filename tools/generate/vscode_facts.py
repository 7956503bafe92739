"""Generate what the VS Code extension knows of HOT by itself: versions, and the keys by which files are recognized.

Writes vscode-extension/src/facts.json; `--check` fails when it is stale.
"""

from __future__ import annotations

import json
import sys

from _write import update

from hotlint.analysis import environment, file_facts
from hotlint.language import versions

TARGET = "vscode-extension/src/facts.json"


def render() -> str:
    """Return the content of the file of facts."""
    facts = {
        "versions": [{"date": date, "release": versions.RELEASES[date].lower()} for date in versions.VERSIONS],
        "templateSections": list(versions.SECTIONS),
        "environmentSections": list(environment.SECTIONS),
        "endings": list(file_facts.ENDINGS),
    }
    return json.dumps(facts, indent=2) + "\n"


if __name__ == "__main__":
    raise SystemExit(update({TARGET: render()}, check="--check" in sys.argv))
