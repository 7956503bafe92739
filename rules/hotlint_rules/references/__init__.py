"""Rules on references."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.references.condition_cycle import ConditionCycle
from hotlint_rules.references.dependency_cycle import DependencyCycle
from hotlint_rules.references.disabled_resource import DisabledResource
from hotlint_rules.references.name_clash import NameClash
from hotlint_rules.references.unknown_condition import UnknownCondition
from hotlint_rules.references.unknown_parameter import UnknownParameter
from hotlint_rules.references.unknown_reference import UnknownReference
from hotlint_rules.references.unknown_resource import UnknownResource

RULES: list[type[Rule]] = [
    UnknownParameter,
    UnknownResource,
    UnknownReference,
    UnknownCondition,
    DisabledResource,
    NameClash,
    DependencyCycle,
    ConditionCycle,
]
