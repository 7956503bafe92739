"""A person who types whole texts into an editor whose list of suggestions behaves as that of VS Code.

A list opens on the first character of a word and on the server's trigger characters. It shows the items whose filter text has
the typed characters in order, asks again while the server says that it is incomplete, and closes when nothing fits. Enter takes
the first item of an open list, unless that changes nothing, and so do the commit characters of that item.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from hotlint_server.app import HotlintServer
from hotlint_server.features.completion import OPTIONS, completion
from hotlint_server.text_buffer import ContentChange, DocumentChanges
from lsprotocol import types

_WORD = re.compile(r"[\w$%]+$")
TRIGGERS = frozenset(OPTIONS.trigger_characters or ())


class Damage(NamedTuple):
    """A line that became another one: what was typed, and what the item put there."""

    line: str
    typed: str
    put: str


class Typist:
    """Types into one document of a session of this process.

    To one who types `fast`, a list stays as it opened: the answer to the next question comes behind Enter.
    """

    def __init__(self, path: Path, *, fast: bool = False) -> None:
        self.fast = fast
        self.session = HotlintServer().session
        self.uri = path.as_uri()
        self._open()

    def _open(self) -> None:
        self.session.open_document(types.TextDocumentItem(self.uri, "yaml", 1, ""))
        self.rows = [""]
        self.version = 1
        self.items: list[dict[str, Any]] = []
        self.is_incomplete = False

    @property
    def text(self) -> str:
        """The text of the document, as the server has it."""
        return self.session.workspace.documents[self.uri].buffer.text

    def close(self) -> None:
        """Close the document."""
        self.session.close_document(self.uri)

    def type(self, text: str) -> list[Damage]:
        """Type a text, and return what became different; the line is put right before the next one is typed."""
        damages = []
        for number, line in enumerate(text.split("\n")):
            if number:
                damage = self._enter()
                damages += [damage] if damage is not None else []
                self._insert("\n")
            for character in line:
                first = self._first()
                if first is not None and character in (first.get("commitCharacters") or ()):
                    damages.append(Damage(self.rows[-1], self._typed(first), first["textEdit"]["newText"]))
                self._key(character)
        return damages

    def _enter(self) -> Damage | None:
        first = self._first()
        self.items = []
        if first is None:
            return None
        typed, put = self._typed(first), first["textEdit"]["newText"]
        is_same = put == typed and first.get("insertTextFormat") != 2
        return None if is_same else Damage(self.rows[-1], typed, put)

    def _key(self, character: str) -> None:
        self._insert(character)
        row = self.rows[-1]
        if character in TRIGGERS and not (self.fast and self.items):
            self._ask(character)
        elif not self.items and _begins_word(row):
            self._ask("")
        elif self.items:
            if self.is_incomplete and _is_word(character) and not self.fast:
                self._ask("")
            if self._first() is None:
                self.items = []

    def _insert(self, text: str) -> None:
        line, column = len(self.rows) - 1, _units(self.rows[-1])
        self.version += 1
        change = ContentChange((line, column, line, column), text)
        self.session.change_document(DocumentChanges(self.uri, self.version, [change]))
        if text == "\n":
            self.rows.append("")
        else:
            self.rows[-1] += text

    def _ask(self, trigger: str) -> None:
        position = types.Position(len(self.rows) - 1, _units(self.rows[-1]))
        kind = types.CompletionTriggerKind.TriggerCharacter if trigger else types.CompletionTriggerKind.Invoked
        context = types.CompletionContext(kind, trigger or None)
        params = types.CompletionParams(types.TextDocumentIdentifier(self.uri), position, context)
        answer = json.loads(completion(self.session, params))
        self.items, self.is_incomplete = answer["items"], answer["isIncomplete"]
        if self._first() is None:
            self.items = []

    def _typed(self, item: dict[str, Any]) -> str:
        return self.rows[-1][item["textEdit"]["range"]["start"]["character"] :]

    def _first(self) -> dict[str, Any] | None:
        """Return the item that is selected: the best of those that fit what is typed."""
        shown = [(self._typed(item).strip(), item) for item in self.items]
        fitting = [(typed, item) for typed, item in shown if fits(typed, item["filterText"])]
        return min(fitting, key=lambda one: _order(*one), default=("", None))[1]


def fits(typed: str, label: str) -> bool:
    """Return whether the typed characters are in a label in order, the first one at the start of a word."""
    typed, label, at = typed.lower(), label.lower(), -1
    for number, character in enumerate(typed):
        at = label.find(character, at + 1)
        while number == 0 and at > 0 and label[at - 1].isalnum():
            at = label.find(character, at + 1)
        if at < 0:
            return False
    return True


def _order(typed: str, item: dict[str, Any]) -> tuple[bool, bool, str]:
    label, low = item["filterText"].lower(), typed.lower()
    return label != low, not label.startswith(low), item["sortText"]


def _is_word(character: str) -> bool:
    return character.isalnum() or character in "_$%"


def _begins_word(row: str) -> bool:
    """Return whether a row ends in a word that is no number."""
    word = _WORD.search(row)
    return word is not None and not word.group().isdigit()


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
