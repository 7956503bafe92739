"""Generate what the VS Code extension knows of HOT by itself: versions, and the table by which files are recognized.

Writes vscode-extension/src/facts.json, and the samples of every kind of file that the tests of the extension share with
those of `hotlint.analysis.file_kinds`; `--check` fails when one is stale.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from typing import Any

from _write import TOP, update

from hotlint.analysis import file_marks
from hotlint.language import versions
from hotlint.language.jinja import sources

TARGET = "vscode-extension/src/facts.json"
SAMPLES = "vscode-extension/test/unit/file-kinds.json"


def render() -> str:
    """Return the content of the file of facts."""
    facts = {
        "versions": [{"date": date, "release": versions.RELEASES[date].lower()} for date in versions.VERSIONS],
        "kinds": {
            kind: {"keys": traits.keys, "endings": traits.endings, "allKeys": traits.all_keys}
            for kind, traits in file_marks.KINDS.items()
        },
        "checked": file_marks.CHECKED,
        "versionKey": file_marks.VERSION_KEY,
        "certainKeys": file_marks.CERTAIN_KEYS,
        "policyKeys": file_marks.POLICY_KEYS,
        "endings": file_marks.ENDINGS,
        "yamlEndings": file_marks.YAML_ENDINGS,
        "jinjaEndings": sources.ENDINGS,
        "never": sorted(file_marks.NEVER),
        "environmentEndings": file_marks.ENVIRONMENT_ENDINGS,
        "environmentFolders": file_marks.ENVIRONMENT_FOLDERS,
        "environmentMark": file_marks.ENVIRONMENT_MARK,
        "dataEnding": file_marks.DATA_ENDING,
        "afterKey": _javascript(file_marks.AFTER_KEY),
        "beforeKey": _javascript(file_marks.BEFORE_KEY),
    }
    return json.dumps(facts, indent=2) + "\n"


def samples() -> str:
    """Return the samples of the tests of file kinds: the contents in every style, and texts by their names."""
    sys.path.insert(0, str(TOP))
    tests = importlib.import_module("tests.analysis.test_file_kinds")
    texts = [
        [kind, style, write(content)]
        for kind, contents in tests.CONTENTS.items()
        for content in contents
        for style, write in tests.STYLES.items()
    ]
    (mark,) = tests.test_what_the_name_and_the_content_decide.pytestmark
    data: dict[str, Any] = {
        "texts": texts,
        "around": {name: (around % "@TEXT@").replace("@TEXT@", "%s") for name, around in tests.AROUND.items()},
        "named": mark.args[1],
    }
    return json.dumps(data, indent=1) + "\n"


def _javascript(pattern: bytes) -> str:
    r"""Return a regular expression as JavaScript has it: without possessive repetition, and `$` for `\Z`."""
    text = pattern.decode().replace(r"\Z", "$")
    start, end = text.find("(?:"), text.find(")*+")
    if end >= 0:
        text = rf"{text[:start]}(?=({text[start : end + 2]}))\1{text[end + 3 :]}"
    return re.sub(r"(?<=[+*}])\+", "", text)  # what follows cannot begin with what is repeated


if __name__ == "__main__":
    raise SystemExit(update({TARGET: render(), SAMPLES: samples()}, check="--check" in sys.argv))
