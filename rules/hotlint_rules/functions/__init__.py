"""Rules on functions."""

from __future__ import annotations

from hotlint.linter.rule import Rule
from hotlint_rules.functions.future_function import FutureFunction
from hotlint_rules.functions.invalid_condition import InvalidCondition
from hotlint_rules.functions.keys_alongside_function import KeysAlongsideFunction
from hotlint_rules.functions.misplaced_condition_function import MisplacedConditionFunction
from hotlint_rules.functions.misplaced_function import MisplacedFunction
from hotlint_rules.functions.not_in_conditions import NotInConditions
from hotlint_rules.functions.removed_function import RemovedFunction
from hotlint_rules.functions.unknown_algorithm import UnknownAlgorithm
from hotlint_rules.functions.unknown_function import UnknownFunction
from hotlint_rules.functions.wrong_arguments import WrongArguments
from hotlint_rules.functions.yaql_syntax import YaqlSyntax

RULES: list[type[Rule]] = [
    FutureFunction,
    RemovedFunction,
    NotInConditions,
    UnknownFunction,
    WrongArguments,
    UnknownAlgorithm,
    YaqlSyntax,
    MisplacedConditionFunction,
    KeysAlongsideFunction,
    MisplacedFunction,
    InvalidCondition,
]
