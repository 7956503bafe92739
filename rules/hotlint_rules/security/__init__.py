"""Rules on security: advice by default; the profile `security` makes all of it fail a run."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.security.impossible_port_range import ImpossiblePortRange
from hotlint_rules.security.literal_secret import LiteralSecret
from hotlint_rules.security.open_management_port import OpenManagementPort
from hotlint_rules.security.secret_default import SecretDefault
from hotlint_rules.security.secret_in_output import SecretInOutput
from hotlint_rules.security.secret_in_user_data import SecretInUserData
from hotlint_rules.security.unencrypted_source import UnencryptedSource
from hotlint_rules.security.visible_secret import VisibleSecret

RULES: list[type[Rule]] = [
    VisibleSecret,
    SecretDefault,
    LiteralSecret,
    SecretInUserData,
    SecretInOutput,
    OpenManagementPort,
    ImpossiblePortRange,
    UnencryptedSource,
]
