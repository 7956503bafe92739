from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.composition.empty_environment_section import EmptyEnvironmentSection
from hotlint_rules.composition.environment_section_type import EnvironmentSectionType
from hotlint_rules.composition.event_sink_form import EventSinkForm
from hotlint_rules.composition.faulty_environment import FaultyEnvironment
from hotlint_rules.composition.faulty_nested_template import FaultyNestedTemplate
from hotlint_rules.composition.file_outside import FileOutside
from hotlint_rules.composition.group_size import GroupSize
from hotlint_rules.composition.launch_configuration_name import LaunchConfigurationName
from hotlint_rules.composition.merge_strategy import MergeStrategy
from hotlint_rules.composition.missing_file import MissingFile
from hotlint_rules.composition.missing_registry_template import MissingRegistryTemplate
from hotlint_rules.composition.missing_template import MissingTemplate
from hotlint_rules.composition.nested_too_deep import NestedTooDeep
from hotlint_rules.composition.registry_form import RegistryForm
from hotlint_rules.composition.registry_loop import RegistryLoop
from hotlint_rules.composition.remote_file import RemoteFile
from hotlint_rules.composition.stray_mapping import StrayMapping
from hotlint_rules.composition.template_cycle import TemplateCycle
from hotlint_rules.composition.unfit_environment_value import UnfitEnvironmentValue
from hotlint_rules.composition.unfit_member_property import UnfitMemberProperty
from hotlint_rules.composition.unknown_environment_section import UnknownEnvironmentSection
from hotlint_rules.composition.unknown_member_type import UnknownMemberType
from hotlint_rules.composition.unknown_nested_output import UnknownNestedOutput
from hotlint_rules.composition.unknown_registry_target import UnknownRegistryTarget
from hotlint_rules.composition.unlike_its_facade import UnlikeItsFacade
from hotlint_rules.composition.unusable_template import UnusableTemplate
from hotlint_rules.composition.unused_environment_entry import UnusedEnvironmentEntry

RULES: list[type[Rule]] = [
    MissingTemplate, MissingFile, RemoteFile, FileOutside, TemplateCycle, UnusableTemplate, FaultyNestedTemplate,
    NestedTooDeep, UnlikeItsFacade, RegistryLoop, StrayMapping, UnknownMemberType, UnfitMemberProperty,
    UnknownNestedOutput, LaunchConfigurationName, GroupSize, FaultyEnvironment, UnknownEnvironmentSection,
    EmptyEnvironmentSection, EnvironmentSectionType, RegistryForm, MissingRegistryTemplate, UnknownRegistryTarget,
    MergeStrategy, EventSinkForm, UnusedEnvironmentEntry, UnfitEnvironmentValue,
]  # fmt: skip
