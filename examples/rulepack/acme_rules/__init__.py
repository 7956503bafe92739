"""The rules of Acme."""

from acme_rules.unnamed_server import UnnamedServer
from hotlint.rule import Rule

RULES: list[type[Rule]] = [UnnamedServer]
