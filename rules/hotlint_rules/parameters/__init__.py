from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.parameters.allowed_value_type import AllowedValueType
from hotlint_rules.parameters.bad_pattern import BadPattern
from hotlint_rules.parameters.constraint_form import ConstraintForm
from hotlint_rules.parameters.default_breaks_constraint import DefaultBreaksConstraint
from hotlint_rules.parameters.default_type import DefaultType
from hotlint_rules.parameters.flag_not_boolean import FlagNotBoolean
from hotlint_rules.parameters.group_form import GroupForm
from hotlint_rules.parameters.impossible_constraint import ImpossibleConstraint
from hotlint_rules.parameters.misfit_constraint import MisfitConstraint
from hotlint_rules.parameters.missing_parameter_type import MissingParameterType
from hotlint_rules.parameters.missing_value import MissingValue
from hotlint_rules.parameters.parameter_grouped_twice import ParameterGroupedTwice
from hotlint_rules.parameters.tags_not_list import TagsNotList
from hotlint_rules.parameters.unfit_given_value import UnfitGivenValue
from hotlint_rules.parameters.unknown_constraint import UnknownConstraint
from hotlint_rules.parameters.unknown_custom_constraint import UnknownCustomConstraint
from hotlint_rules.parameters.unknown_given_parameter import UnknownGivenParameter
from hotlint_rules.parameters.unknown_grouped_parameter import UnknownGroupedParameter
from hotlint_rules.parameters.unknown_parameter_key import UnknownParameterKey
from hotlint_rules.parameters.unknown_parameter_type import UnknownParameterType

RULES: list[type[Rule]] = [
    MissingParameterType, UnknownParameterType, UnknownParameterKey, ConstraintForm, UnknownConstraint, MisfitConstraint,
    ImpossibleConstraint, BadPattern, UnknownCustomConstraint, AllowedValueType, DefaultType, DefaultBreaksConstraint,
    FlagNotBoolean, TagsNotList, UnfitGivenValue, MissingValue, UnknownGivenParameter, GroupForm, UnknownGroupedParameter,
    ParameterGroupedTwice,
]  # fmt: skip
