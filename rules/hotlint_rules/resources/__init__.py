"""Rules on resources."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.resources.ambiguous_in_cloud import AmbiguousInCloud
from hotlint_rules.resources.computed_section import ComputedSection
from hotlint_rules.resources.deprecated_property import DeprecatedProperty
from hotlint_rules.resources.deprecated_type import DeprecatedType
from hotlint_rules.resources.exclusive_properties import ExclusiveProperties
from hotlint_rules.resources.external_properties import ExternalProperties
from hotlint_rules.resources.flavor_too_small import FlavorTooSmall
from hotlint_rules.resources.invalid_property_combination import InvalidPropertyCombination
from hotlint_rules.resources.invalid_update_policy import InvalidUpdatePolicy
from hotlint_rules.resources.mismatched_parameter_type import MismatchedParameterType
from hotlint_rules.resources.missing_in_cloud import MissingInCloud
from hotlint_rules.resources.missing_property import MissingProperty
from hotlint_rules.resources.missing_related_property import MissingRelatedProperty
from hotlint_rules.resources.network_not_external import NetworkNotExternal
from hotlint_rules.resources.property_constraint_violation import PropertyConstraintViolation
from hotlint_rules.resources.removed_type import RemovedType
from hotlint_rules.resources.unknown_attribute import UnknownAttribute
from hotlint_rules.resources.unknown_property import UnknownProperty
from hotlint_rules.resources.unknown_resource_type import UnknownResourceType
from hotlint_rules.resources.unlikely_type import UnlikelyType
from hotlint_rules.resources.unsupported_snapshot import UnsupportedSnapshot
from hotlint_rules.resources.unusable_address import UnusableAddress
from hotlint_rules.resources.wrong_property_type import WrongPropertyType

RULES: list[type[Rule]] = [
    UnknownResourceType,
    RemovedType,
    UnknownProperty,
    MissingProperty,
    WrongPropertyType,
    PropertyConstraintViolation,
    ExclusiveProperties,
    MissingRelatedProperty,
    InvalidPropertyCombination,
    UnknownAttribute,
    InvalidUpdatePolicy,
    UnsupportedSnapshot,
    DeprecatedType,
    DeprecatedProperty,
    ExternalProperties,
    ComputedSection,
    UnlikelyType,
    MismatchedParameterType,
    MissingInCloud,
    AmbiguousInCloud,
    UnusableAddress,
    FlavorTooSmall,
    NetworkNotExternal,
]
