"""Rules on parameters."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.parameters.default_breaks_constraint import DefaultBreaksConstraint
from hotlint_rules.parameters.flag_not_boolean import FlagNotBoolean
from hotlint_rules.parameters.impossible_constraint import ImpossibleConstraint
from hotlint_rules.parameters.invalid_default_type import InvalidDefaultType
from hotlint_rules.parameters.invalid_parameter_value import InvalidParameterValue
from hotlint_rules.parameters.invalid_pattern import InvalidPattern
from hotlint_rules.parameters.malformed_constraint import MalformedConstraint
from hotlint_rules.parameters.malformed_parameter_group import MalformedParameterGroup
from hotlint_rules.parameters.mismatched_allowed_value import MismatchedAllowedValue
from hotlint_rules.parameters.mismatched_constraint import MismatchedConstraint
from hotlint_rules.parameters.missing_parameter_type import MissingParameterType
from hotlint_rules.parameters.missing_parameter_value import MissingParameterValue
from hotlint_rules.parameters.parameter_grouped_twice import ParameterGroupedTwice
from hotlint_rules.parameters.tags_not_list import TagsNotList
from hotlint_rules.parameters.unknown_constraint import UnknownConstraint
from hotlint_rules.parameters.unknown_custom_constraint import UnknownCustomConstraint
from hotlint_rules.parameters.unknown_environment_parameter import UnknownEnvironmentParameter
from hotlint_rules.parameters.unknown_grouped_parameter import UnknownGroupedParameter
from hotlint_rules.parameters.unknown_parameter_key import UnknownParameterKey
from hotlint_rules.parameters.unknown_parameter_type import UnknownParameterType

RULES: list[type[Rule]] = [
    MissingParameterType,
    UnknownParameterType,
    UnknownParameterKey,
    MalformedConstraint,
    UnknownConstraint,
    MismatchedConstraint,
    ImpossibleConstraint,
    InvalidPattern,
    UnknownCustomConstraint,
    MismatchedAllowedValue,
    InvalidDefaultType,
    DefaultBreaksConstraint,
    FlagNotBoolean,
    TagsNotList,
    InvalidParameterValue,
    MissingParameterValue,
    UnknownEnvironmentParameter,
    MalformedParameterGroup,
    UnknownGroupedParameter,
    ParameterGroupedTwice,
]
