"""The features of the server.

Each module converts, asks `hotlint.ide`, and converts back. `FEATURE_MODULES` is the one list of them: the server
registers it, and the list of features in server/README.md is checked against it.
"""

from __future__ import annotations

from hotlint_server.features import (
    code_action,
    completion,
    custom_requests,
    decorations,
    execute_command,
    hover,
    layout,
    lifecycle,
    navigation,
    rename,
    semantic_tokens,
    symbols,
    synchronization,
)
from hotlint_server.session import Command, Feature

FEATURE_MODULES = {
    "Lifecycle": lifecycle,
    "Documents, workspace and diagnostics": synchronization,
    "Completion": completion,
    "Hover and signature help": hover,
    "Definition, references, highlights and call hierarchy": navigation,
    "Symbols": symbols,
    "Rename": rename,
    "Code actions": code_action,
    "Lenses, inlay hints and links": decorations,
    "Semantic tokens": semantic_tokens,
    "Folding, selection and formatting": layout,
    "hotlint's own requests": custom_requests,
}
FEATURES: tuple[Feature, ...] = tuple(f for module in FEATURE_MODULES.values() for f in module.FEATURES)
COMMANDS: tuple[Command, ...] = execute_command.COMMANDS
