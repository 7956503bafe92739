"""The rules of Acme."""

from hotlint.rule import Rule

from acme_rules.unnamed_server import UnnamedServer

RULES: list[type[Rule]] = [UnnamedServer]
