"""One file a method of the protocol: convert, ask `hotlint.ide`, convert. `register` tells a server about them all."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hotlint_server.app import Server

FEATURES = (
    "lifecycle", "diagnostics", "completion", "hover", "signature", "navigation", "symbols", "rename", "structure",
    "hierarchy", "decorations", "actions", "requests",
)  # fmt: skip


def register(server: Server) -> None:
    for name in FEATURES:
        import_module(f"hotlint_server.features.{name}").register(server)
