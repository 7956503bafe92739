"""Rules on composition."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.composition.empty_environment_section import EmptyEnvironmentSection
from hotlint_rules.composition.facade_mismatch import FacadeMismatch
from hotlint_rules.composition.file_outside_project import FileOutsideProject
from hotlint_rules.composition.ignored_registry_mapping import IgnoredRegistryMapping
from hotlint_rules.composition.invalid_environment import InvalidEnvironment
from hotlint_rules.composition.invalid_environment_section_type import InvalidEnvironmentSectionType
from hotlint_rules.composition.invalid_environment_value import InvalidEnvironmentValue
from hotlint_rules.composition.invalid_list_item import InvalidListItem
from hotlint_rules.composition.invalid_member_property import InvalidMemberProperty
from hotlint_rules.composition.invalid_nested_default import InvalidNestedDefault
from hotlint_rules.composition.invalid_nested_template import InvalidNestedTemplate
from hotlint_rules.composition.malformed_event_sink import MalformedEventSink
from hotlint_rules.composition.malformed_registry_entry import MalformedRegistryEntry
from hotlint_rules.composition.missing_file import MissingFile
from hotlint_rules.composition.missing_registry_template import MissingRegistryTemplate
from hotlint_rules.composition.missing_template import MissingTemplate
from hotlint_rules.composition.nested_too_deep import NestedTooDeep
from hotlint_rules.composition.refused_file import RefusedFile
from hotlint_rules.composition.registry_cycle import RegistryCycle
from hotlint_rules.composition.remote_file import RemoteFile
from hotlint_rules.composition.template_cycle import TemplateCycle
from hotlint_rules.composition.unknown_environment_section import UnknownEnvironmentSection
from hotlint_rules.composition.unknown_member_type import UnknownMemberType
from hotlint_rules.composition.unknown_merge_strategy import UnknownMergeStrategy
from hotlint_rules.composition.unknown_nested_output import UnknownNestedOutput
from hotlint_rules.composition.unknown_registry_target import UnknownRegistryTarget
from hotlint_rules.composition.unmergeable_environments import UnmergeableEnvironments
from hotlint_rules.composition.unreferenced_launch_configuration import UnreferencedLaunchConfiguration
from hotlint_rules.composition.unusable_template import UnusableTemplate
from hotlint_rules.composition.unused_environment_entry import UnusedEnvironmentEntry

RULES: list[type[Rule]] = [
    MissingTemplate,
    MissingFile,
    RemoteFile,
    FileOutsideProject,
    RefusedFile,
    TemplateCycle,
    UnusableTemplate,
    InvalidNestedTemplate,
    NestedTooDeep,
    FacadeMismatch,
    RegistryCycle,
    IgnoredRegistryMapping,
    UnknownMemberType,
    InvalidMemberProperty,
    UnknownNestedOutput,
    UnreferencedLaunchConfiguration,
    InvalidEnvironment,
    UnknownEnvironmentSection,
    EmptyEnvironmentSection,
    InvalidEnvironmentSectionType,
    MalformedRegistryEntry,
    MissingRegistryTemplate,
    UnknownRegistryTarget,
    UnknownMergeStrategy,
    MalformedEventSink,
    UnusedEnvironmentEntry,
    InvalidEnvironmentValue,
    UnmergeableEnvironments,
    InvalidListItem,
    InvalidNestedDefault,
]
