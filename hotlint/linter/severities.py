"""How severe findings are, and how safe fixes. Other modules import these names from `hotlint.linter.diagnostic`."""

from __future__ import annotations

TYPE_CHECKING = False  # typing is not imported here: results of the cache are shown without it
if TYPE_CHECKING:
    from typing import Literal

    Severity = Literal["error", "warning", "info"]
    Safety = Literal["safe", "unsafe"]
else:
    Severity = Safety = str

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
