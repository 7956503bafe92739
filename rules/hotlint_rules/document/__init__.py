"""Rules on document."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.document.cloudformation_template import CloudFormationTemplate
from hotlint_rules.document.duplicate_key import DuplicateKey
from hotlint_rules.document.empty_file import EmptyFile
from hotlint_rules.document.invalid_alias import InvalidAlias
from hotlint_rules.document.invalid_json import InvalidJson
from hotlint_rules.document.key_not_scalar import KeyNotScalar
from hotlint_rules.document.multiple_documents import MultipleDocuments
from hotlint_rules.document.not_a_template import NotATemplate
from hotlint_rules.document.too_much_nesting import TooMuchNesting
from hotlint_rules.document.unreadable_value import UnreadableValue
from hotlint_rules.document.yaml_syntax import YamlSyntax

RULES: list[type[Rule]] = [
    YamlSyntax,
    DuplicateKey,
    InvalidAlias,
    UnreadableValue,
    KeyNotScalar,
    MultipleDocuments,
    TooMuchNesting,
    NotATemplate,
    CloudFormationTemplate,
    EmptyFile,
    InvalidJson,
]
