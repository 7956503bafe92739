"""What the VS Code extension knows of HOT and of hotlint by itself: kinds of files, HOT versions, settings.

vscode-extension/src/facts.json has the table by which files are recognized. The tests of the extension share the samples of
every kind of file with those of `hotlint.analysis.file_kinds`. In package.json, the settings that are settings of hotlint, too,
come from the table of settings.
"""

from __future__ import annotations

import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from hotlint.analysis import file_kinds
from hotlint.formats.configuration import KEYS, LISTS, RESTRICTED
from hotlint.formats.table import Key
from hotlint.language import versions
from hotlint.linter.diagnostic import SEVERITIES

TOP = Path(__file__).resolve().parents[2]
FACTS = "vscode-extension/src/facts.json"
SAMPLES = "vscode-extension/test/unit/file-kinds.json"
PACKAGE = "vscode-extension/package.json"


def files() -> dict[str, str]:
    """Return the content of each file by its path from the top folder."""
    return {FACTS: facts(), SAMPLES: samples(), PACKAGE: package()}


def facts() -> str:
    """Return the content of the file of facts."""
    known = {
        "versions": [{"date": date, "release": versions.RELEASES[date].lower()} for date in versions.VERSIONS],
        "kinds": {
            kind: {"keys": traits.keys, "endings": traits.endings, "allKeys": traits.all_keys}
            for kind, traits in file_kinds.KINDS.items()
        },
        "checked": file_kinds.CHECKED,
        "versionKey": file_kinds.VERSION_KEY,
        "ownSections": file_kinds.OWN_SECTIONS,
        "sharedKeys": file_kinds.SHARED_KEYS,
        "certainKeys": file_kinds.CERTAIN_KEYS,
        "policyKeys": file_kinds.POLICY_KEYS,
        "endings": file_kinds.ENDINGS,
        "yamlEndings": file_kinds.YAML_ENDINGS,
        "jinjaEndings": file_kinds.JINJA_ENDINGS,
        "never": sorted(file_kinds.NEVER),
        "environmentEndings": file_kinds.ENVIRONMENT_ENDINGS,
        "environmentFolders": file_kinds.ENVIRONMENT_FOLDERS,
        "environmentMark": file_kinds.ENVIRONMENT_MARK,
        "dataEnding": file_kinds.DATA_ENDING,
        "afterKey": _javascript(file_kinds.AFTER_KEY),
        "beforeKey": _javascript(file_kinds.BEFORE_KEY),
    }
    return json.dumps(known, indent=2) + "\n"


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


def package() -> str:
    """Return the content of package.json."""
    manifest: dict[str, Any] = json.loads((TOP / PACKAGE).read_text(encoding="utf-8"))
    properties: dict[str, Any] = manifest["contributes"]["configuration"]["properties"]
    properties.update({f"hotlint.{key.editor}": _property(key) for key in KEYS.values() if key.editor})
    restricted: list[str] = manifest["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"]
    names = (f"hotlint.{key.editor}" for key in KEYS.values() if key.editor and key.kind in RESTRICTED)
    restricted += [name for name in names if name not in restricted]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _property(key: Key) -> dict[str, Any]:
    summary = [key.summary]
    if key.kind in LISTS:
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
