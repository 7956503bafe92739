"""How severe findings are, and how safe fixes. Other modules import these names from `hotlint.linter.diagnostic`."""

from __future__ import annotations

from hotlint.common.annotations import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    Severity = Literal["error", "warning", "info"]
    Safety = Literal["safe", "unsafe"]
else:
    Severity = Safety = str

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")
