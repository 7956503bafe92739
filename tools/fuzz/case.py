"""One case: the input, what is done with it, and how it is kept in a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

Step = list[Any]
"""What an editor does next, or the arguments of a command, as JSON; see the modules of `fuzz.targets`."""
TARGETS = ("check", "preview", "fix", "edits", "protocol", "commands")


class Case(NamedTuple):
    """A text and what is done with it.

    `target` is one of TARGETS, `family` the kind of input. `encoding` is how the text is written to a file that is then
    read; "" passes the text itself. `files` are other files of the same folder, `steps` what an editor does, `choice` any
    number from which a target takes its options.
    """

    target: str
    family: str
    text: str
    encoding: str = ""
    files: dict[str, str] = {}
    steps: list[Step] = []
    choice: int = 0

    def to_json(self) -> str:
        """Return the case as JSON; lone surrogates are escaped."""
        return json.dumps(self._asdict(), indent=1, sort_keys=True)

    def save(self, path: Path) -> None:
        """Write the case to a file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.to_json() + "\n", encoding="ascii")


def load(path: Path) -> Case:
    """Return the case of a file. Raises OSError, or ValueError and TypeError for a file that holds none."""
    return Case(**json.loads(path.read_text(encoding="ascii")))
