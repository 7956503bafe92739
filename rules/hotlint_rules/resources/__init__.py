from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.resources.computed_section import ComputedSection
from hotlint_rules.resources.exclusive_properties import ExclusiveProperties
from hotlint_rules.resources.external_properties import ExternalProperties
from hotlint_rules.resources.missing_property import MissingProperty
from hotlint_rules.resources.no_snapshot import NoSnapshot
from hotlint_rules.resources.outdated_property import OutdatedProperty
from hotlint_rules.resources.outdated_type import OutdatedType
from hotlint_rules.resources.property_constraint import PropertyConstraint
from hotlint_rules.resources.removed_type import RemovedType
from hotlint_rules.resources.unfit_parameter import UnfitParameter
from hotlint_rules.resources.unknown_attribute import UnknownAttribute
from hotlint_rules.resources.unknown_property import UnknownProperty
from hotlint_rules.resources.unknown_type import UnknownType
from hotlint_rules.resources.unlikely_type import UnlikelyType
from hotlint_rules.resources.update_policy import UpdatePolicy
from hotlint_rules.resources.wrong_property_type import WrongPropertyType

RULES: list[type[Rule]] = [
    UnknownType, RemovedType, UnknownProperty, MissingProperty, WrongPropertyType, PropertyConstraint,
    ExclusiveProperties, UnknownAttribute, UpdatePolicy, NoSnapshot, OutdatedType, OutdatedProperty, ExternalProperties,
    ComputedSection, UnlikelyType, UnfitParameter,
]  # fmt: skip
