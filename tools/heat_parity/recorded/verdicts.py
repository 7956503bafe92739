"""Recorded verdicts, kept under a hash of what they are about.

A case that is changed, or added anywhere, has a key of its own, and no other case is touched. A recorded file is JSON,
{"heat": release, "verdicts": {key: verdict}}, with a line for each verdict, in the order of the keys.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

RECORD_COMMAND = "make parity-record"
KEY_DIGITS = 16


class UnrecordedError(LookupError):
    """No verdict is recorded for a case, as it is now."""


def content_key(*content: Any) -> str:
    """Return the key of a case: a hash of all that its verdict depends on, whatever the order of keys in mappings."""
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:KEY_DIGITS]


class RecordedVerdicts:
    """The verdicts of one recorded file. Those that are asked for are remembered, so that the others can be named."""

    def __init__(self, path: Path, release: str | None = None, verdicts: dict[str, Any] | None = None) -> None:
        self.path = path
        self.release = release
        self._verdicts = dict(verdicts or {})
        self._used: set[str] = set()

    @classmethod
    def load(cls, path: Path) -> "RecordedVerdicts":
        """Return the verdicts of a file; none when there is no such file."""
        if not path.exists():
            return cls(path)
        data = json.loads(path.read_text(encoding="utf-8"))
        return cls(path, data["heat"], data["verdicts"])

    def __len__(self) -> int:
        return len(self._verdicts)

    def get(self, key: str) -> Any:
        """Return the verdict under a key; None when none is recorded."""
        return self._verdicts.get(key)

    def verdict(self, key: str, case: str) -> Any:
        """Return the verdict on a case, which is named in the UnrecordedError where none is recorded."""
        if key not in self._verdicts:
            raise UnrecordedError(f"no verdict of Heat is recorded for this case; run `{RECORD_COMMAND}`:\n{case}")
        self._used.add(key)
        return self._verdicts[key]

    def unused(self) -> list[str]:
        """Return the keys of verdicts that nothing has asked for."""
        return sorted(set(self._verdicts) - self._used)

    def save(self) -> None:
        """Write the file."""
        lines = [f"  {json.dumps(key)}: {json.dumps(verdict)}" for key, verdict in sorted(self._verdicts.items())]
        body = ",\n".join(lines)
        text = f'{{\n "heat": {json.dumps(self.release)},\n "verdicts": {{\n{body}\n }}\n}}\n'
        self.path.write_text(text, encoding="utf-8")
