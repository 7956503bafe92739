"""Rules on structure."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.structure.description_not_string import DescriptionNotString
from hotlint_rules.structure.external_dependency import ExternalDependency
from hotlint_rules.structure.invalid_entry_type import InvalidEntryType
from hotlint_rules.structure.invalid_resource_field_type import InvalidResourceFieldType
from hotlint_rules.structure.invalid_resource_name import InvalidResourceName
from hotlint_rules.structure.invalid_section_type import InvalidSectionType
from hotlint_rules.structure.misnamed_section import MisnamedSection
from hotlint_rules.structure.missing_output_value import MissingOutputValue
from hotlint_rules.structure.missing_resource_type import MissingResourceType
from hotlint_rules.structure.missing_version import MissingVersion
from hotlint_rules.structure.name_not_string import NameNotString
from hotlint_rules.structure.unknown_deletion_policy import UnknownDeletionPolicy
from hotlint_rules.structure.unknown_output_key import UnknownOutputKey
from hotlint_rules.structure.unknown_resource_key import UnknownResourceKey
from hotlint_rules.structure.unknown_section import UnknownSection
from hotlint_rules.structure.unknown_version import UnknownVersion
from hotlint_rules.structure.version_not_string import VersionNotString
from hotlint_rules.structure.version_too_old import VersionTooOld

RULES: list[type[Rule]] = [
    MissingVersion,
    UnknownVersion,
    VersionNotString,
    VersionTooOld,
    UnknownSection,
    InvalidSectionType,
    InvalidEntryType,
    NameNotString,
    MissingResourceType,
    UnknownResourceKey,
    InvalidResourceFieldType,
    UnknownDeletionPolicy,
    MissingOutputValue,
    UnknownOutputKey,
    ExternalDependency,
    DescriptionNotString,
    MisnamedSection,
    InvalidResourceName,
]
