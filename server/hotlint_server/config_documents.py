"""Configurations in the editor: what is wrong in an open one, and in those that open templates have."""

from __future__ import annotations

import os

from hotlint.linter.config import Config
from hotlint.linter.config_search import MISNAMED, NAME
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.engine import Engine
from hotlint.linter.run_diagnostics import misnamed_configuration
from hotlint.syntax.parser import parse
from hotlint.syntax.source import Source
from hotlint_server.open_document import OpenDocument


def findings(document: OpenDocument) -> list[Diagnostic] | None:
    """Return what is wrong in an open configuration; None for any other document."""
    name = os.path.basename(document.path)
    if name in MISNAMED:
        return [misnamed_configuration(document.path)]
    if name != NAME:
        return None
    parsed = parse(Source(document.path, document.buffer.text))
    return Config(document.path, parsed, document.folder.engine.known).problems


def of_engine(engine: Engine) -> dict[str, tuple[str, list[Diagnostic]]]:
    """Return {path: (text, problems)} of each configuration that an engine has read, or found under another name."""
    found = {os.path.abspath(c.path): (c.document.text, c.problems) for c in engine.finder.opened()}
    for path in engine.finder.misnamed:
        found[os.path.abspath(path)] = ("", [misnamed_configuration(path)])
    return found
