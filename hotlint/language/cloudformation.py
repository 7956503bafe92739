"""The words of CloudFormation's format, each with the name of HOT that it stands for.

The words are those that Heat knows, which are fewer than those of AWS. `hotlint.language.dialects` reads these tables.

Heat: heat.engine.cfn.template, heat.engine.cfn.parameters, heat.engine.parameters
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing is not imported here
if TYPE_CHECKING:
    from typing import Final

VERSIONS: Final = {
    "2010-09-09": ("AWSTemplateFormatVersion", frozenset[str]()),
    "2012-12-12": ("HeatTemplateFormatVersion", frozenset({"conditions", "condition"})),
}
"""Version (canonical date) -> its key, and the sections and keys that it lacks."""
SECTIONS: Final = {
    "description": "Description", "parameters": "Parameters", "mappings": "Mappings", "conditions": "Conditions",
    "resources": "Resources", "outputs": "Outputs",
}  # fmt: skip
CONSTRAINT_KEYS: Final = {
    "MinValue": ("range", "min"), "MaxValue": ("range", "max"), "MinLength": ("length", "min"),
    "MaxLength": ("length", "max"), "AllowedValues": ("allowed_values", ""), "AllowedPattern": ("allowed_pattern", ""),
}  # fmt: skip
"""Key of a parameter -> the constraint of HOT that it stands for, and its limit."""
CONSTRAINT_DESCRIPTION: Final = "ConstraintDescription"
PARAMETER_KEYS: Final = {
    "type": "Type", "label": "Label", "description": "Description", "default": "Default", "hidden": "NoEcho",
    **{key: key for key in CONSTRAINT_KEYS}, CONSTRAINT_DESCRIPTION: CONSTRAINT_DESCRIPTION,
}  # fmt: skip
RESOURCE_KEYS: Final = {
    "type": "Type", "description": "Description", "condition": "Condition", "depends_on": "DependsOn",
    "properties": "Properties", "metadata": "Metadata", "deletion_policy": "DeletionPolicy",
    "update_policy": "UpdatePolicy",
}  # fmt: skip
OUTPUT_KEYS: Final = {"description": "Description", "condition": "Condition", "value": "Value"}
PARAMETER_TYPES: Final = {
    "String": "string", "Number": "number", "Json": "json", "CommaDelimitedList": "comma_delimited_list",
    "Boolean": "boolean",
}  # fmt: skip
PSEUDO_PARAMETERS: Final = {
    "AWS::StackId": "OS::stack_id",
    "AWS::StackName": "OS::stack_name",
    "AWS::Region": "AWS::Region",
}
CONSTANTS: Final = {"AWS::Region": "ap-southeast-1"}
DELETION_POLICIES: Final = ("Delete", "Retain", "Snapshot")
