from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.structure.description_not_text import DescriptionNotText
from hotlint_rules.structure.entry_type import EntryType
from hotlint_rules.structure.external_dependency import ExternalDependency
from hotlint_rules.structure.misnamed_section import MisnamedSection
from hotlint_rules.structure.missing_output_value import MissingOutputValue
from hotlint_rules.structure.missing_type import MissingType
from hotlint_rules.structure.missing_version import MissingVersion
from hotlint_rules.structure.name_not_text import NameNotText
from hotlint_rules.structure.resource_field_type import ResourceFieldType
from hotlint_rules.structure.section_type import SectionType
from hotlint_rules.structure.unknown_deletion_policy import UnknownDeletionPolicy
from hotlint_rules.structure.unknown_output_key import UnknownOutputKey
from hotlint_rules.structure.unknown_resource_key import UnknownResourceKey
from hotlint_rules.structure.unknown_section import UnknownSection
from hotlint_rules.structure.unknown_version import UnknownVersion
from hotlint_rules.structure.version_not_text import VersionNotText

RULES: list[type[Rule]] = [
    MissingVersion, UnknownVersion, VersionNotText, UnknownSection, SectionType, EntryType, NameNotText, MissingType,
    UnknownResourceKey, ResourceFieldType, UnknownDeletionPolicy, MissingOutputValue, UnknownOutputKey,
    ExternalDependency, DescriptionNotText, MisnamedSection,
]  # fmt: skip
