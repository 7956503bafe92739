"""Messages of an editor that keeps to no order: before `initialize`, twice, after `shutdown`, cut short, malformed."""

from __future__ import annotations

import json
import random
from typing import Any

from fuzz.case import Step

URI = "file:///fuzz/t.yaml"
_POSITION_METHODS = (
    "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/references", "textDocument/rename",
    "textDocument/prepareRename", "textDocument/documentHighlight", "textDocument/signatureHelp", "textDocument/prepareCallHierarchy",
)  # fmt: skip
_DOCUMENT_METHODS = (
    "textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/semanticTokens/full", "textDocument/codeLens",
    "textDocument/documentLink", "textDocument/diagnostic", "hotlint/preview", "hotlint/graph", "hotlint/environments",
)  # fmt: skip
_ODD: tuple[Any, ...] = (
    None,
    [],
    {},
    "x",
    7,
    -1,
    2**70,
    True,
    [[]],
    {"textDocument": None},
    {"position": {"line": "x"}},
)


class Editor:
    """Makes the messages of one session."""

    def __init__(self, rng: random.Random, text: str) -> None:
        self._rng = rng
        self._text = text
        self._id = 0
        self._version = 1

    def session(self) -> list[Step]:
        """Return the steps of a session: mostly in order, with messages moved, repeated, dropped and damaged."""
        rng = self._rng
        steps = [self._initialize(), self._notify("initialized", {}), self._open()]
        steps += [self._any() for _ in range(rng.choice((1, 3, 8, 20)))]
        if rng.random() < 0.3:
            steps += [self._request("shutdown", None), *[self._any() for _ in range(rng.randrange(3))]]
        for _ in range(rng.choice((0, 0, 1, 2, 5))):
            at, to = rng.randrange(len(steps)), rng.randrange(len(steps))
            kind = rng.randrange(3)
            if kind == 0:
                steps.insert(to, steps.pop(at))
            elif kind == 1:
                steps.insert(to, steps[at])
            elif len(steps) > 1:
                del steps[at]
        return steps

    def _any(self) -> Step:
        rng, kind = self._rng, self._rng.random()
        if kind < 0.3:
            return self._change()
        if kind < 0.55:
            params: dict[str, Any] = {
                "textDocument": {"uri": self._uri()},
                "position": self._position(),
                "newName": "x",
            }
            return self._request(rng.choice(_POSITION_METHODS), params | {"context": {"includeDeclaration": True}})
        if kind < 0.75:
            return self._request(rng.choice(_DOCUMENT_METHODS), {"textDocument": {"uri": self._uri()}})
        if kind < 0.8:
            range_ = {"start": self._position(), "end": self._position()}
            context: dict[str, Any] = {"diagnostics": []}
            return self._request(
                "textDocument/codeAction", {"textDocument": {"uri": self._uri()}, "range": range_, "context": context}
            )
        if kind < 0.85:
            return self._notify("$/cancelRequest", {"id": rng.choice((self._id, 0, "x"))})
        if kind < 0.93:
            return self._damaged()
        return rng.choice((
            self._open(), self._initialize(), self._notify("textDocument/didClose", {"textDocument": {"uri": self._uri()}}),
            self._notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": URI, "type": rng.choice((1, 2, 3))}]}),
            self._notify("workspace/didChangeConfiguration", {"settings": rng.choice(_ODD)}), self._request("hotlint/unknown", {}),
            self._request("workspace/executeCommand", {"command": "hotlint.x", "arguments": [rng.choice(_ODD)]}),
            self._request("workspace/symbol", {"query": "e"}), self._request("shutdown", None), self._notify("exit", None),
            ["send", {"jsonrpc": "2.0", "id": rng.choice(_ODD), "result": rng.choice(_ODD)}],
        ))  # fmt: skip

    def _damaged(self) -> Step:
        rng = self._rng
        message = self._request("textDocument/hover", {"textDocument": {"uri": URI}, "position": self._position()})[1]
        kind = rng.randrange(5)
        if kind == 0:
            message[rng.choice(("params", "jsonrpc", "method"))] = rng.choice(_ODD)
            return ["send", message]
        if kind == 1:
            text = json.dumps(message)
            return ["body", text[: rng.randrange(len(text))]]
        if kind == 2:
            return ["body", rng.randbytes(rng.randrange(60)).decode("latin-1")]
        if kind == 3:
            return [
                "raw",
                rng.choice(
                    (
                        "X: 1\r\n\r\n",
                        "Content-Length: -5\r\n\r\n",
                        "Content-Length: 0\r\n\r\n",
                        "Content-Length: x\r\n\r\n",
                    )
                ),
            ]
        return ["body", rng.choice(("[]", "{}", "null", "1", '"x"', "[1, {}]", "{" * 3000, "[" * 100_000, "1" * 5000))]

    def _request(self, method: str, params: Any) -> Step:
        self._id += 1
        identity: Any = self._id if self._rng.random() < 0.9 else f"id {self._id}"
        return ["send", {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}]

    def _notify(self, method: str, params: Any) -> Step:
        return ["send", {"jsonrpc": "2.0", "method": method, "params": params}]

    def _initialize(self) -> Step:
        rng = self._rng
        encodings = {"general": {"positionEncodings": rng.choice((["utf-8"], ["utf-16"], ["utf-32", "utf-8"]))}}
        params = {
            "processId": None,
            "rootUri": rng.choice((None, "file:///fuzz")),
            "capabilities": rng.choice(({}, encodings)),
        }
        return self._request("initialize", params | {"initializationOptions": rng.choice((None, {}, *_ODD))})

    def _open(self) -> Step:
        item = {"uri": URI, "languageId": "yaml", "version": 1, "text": self._text}
        return self._notify("textDocument/didOpen", {"textDocument": item})

    def _change(self) -> Step:
        self._version += 1
        new = self._rng.choice(("x", "\n", "\r", ": ", "", "é😀", "\u2028", "  - ", "get_param"))
        range_ = {"start": self._position(), "end": self._position()}
        whole = self._rng.random() < 0.1
        change = (
            {"text": self._text[: self._rng.randrange(len(self._text) + 1)]}
            if whole
            else {"range": range_, "text": new}
        )
        return self._notify(
            "textDocument/didChange",
            {"textDocument": {"uri": self._uri(), "version": self._version}, "contentChanges": [change]},
        )

    def _position(self) -> dict[str, int]:
        return {"line": self._rng.choice((0, 1, 3, 8, 15, 10**6)), "character": self._rng.choice((0, 2, 9, 30, 10**9))}

    def _uri(self) -> str:
        return self._rng.choice(
            (URI,) * 12 + ("file:///fuzz/other.yaml", "untitled:1", "", "http://[", "file:///", "x y", "file://\0")
        )
