"""The configurations that open templates have: what is wrong in them, for those that are not open."""

from __future__ import annotations

import os

from hotlint.linter.checking.engine import Engine
from hotlint.linter.config_files import MISNAMED, NAME
from hotlint.linter.diagnostic import Diagnostic
from hotlint.linter.run_diagnostics import misnamed_configuration


def of_engine(engine: Engine) -> dict[str, tuple[str, list[Diagnostic]]]:
    """Return {path: (text, problems)} of each configuration that an engine has read, or found under another name."""
    found = {os.path.abspath(c.path): (c.document.text, c.problems) for c in engine.finder.opened()}
    for path in engine.finder.misnamed:
        found[os.path.abspath(path)] = ("", [misnamed_configuration(path)])
    return found


def counts(path: str) -> bool:
    """Return whether a configuration of which something was published is still there, and still taken for one."""
    folder, name = os.path.split(path)
    return os.path.exists(path) and not (name in MISNAMED and os.path.exists(os.path.join(folder, NAME)))
