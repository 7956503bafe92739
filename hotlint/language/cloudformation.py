"""The words of CloudFormation's format, each with the name of HOT that it stands for.

The words are those that Heat knows, which are fewer than those of AWS. `hotlint.language.dialects` reads these tables.

Heat: heat.engine.cfn.template, heat.engine.cfn.parameters, heat.engine.parameters
"""

VERSIONS = {
    "2010-09-09": ("AWSTemplateFormatVersion", frozenset[str]()),
    "2012-12-12": ("HeatTemplateFormatVersion", frozenset({"conditions", "condition"})),
}
"""Version (canonical date) -> its key, and the sections and keys that it lacks."""
SECTIONS = {
    "description": "Description", "parameters": "Parameters", "mappings": "Mappings", "conditions": "Conditions",
    "resources": "Resources", "outputs": "Outputs",
}  # fmt: skip
CONSTRAINT_KEYS = {
    "MinValue": ("range", "min"), "MaxValue": ("range", "max"), "MinLength": ("length", "min"),
    "MaxLength": ("length", "max"), "AllowedValues": ("allowed_values", ""), "AllowedPattern": ("allowed_pattern", ""),
}  # fmt: skip
"""Key of a parameter -> the constraint of HOT that it stands for, and its limit."""
CONSTRAINT_DESCRIPTION = "ConstraintDescription"
PARAMETER_KEYS = {
    "type": "Type", "label": "Label", "description": "Description", "default": "Default", "hidden": "NoEcho",
    **{key: key for key in CONSTRAINT_KEYS}, CONSTRAINT_DESCRIPTION: CONSTRAINT_DESCRIPTION,
}  # fmt: skip
RESOURCE_KEYS = {
    "type": "Type", "description": "Description", "condition": "Condition", "depends_on": "DependsOn",
    "properties": "Properties", "metadata": "Metadata", "deletion_policy": "DeletionPolicy",
    "update_policy": "UpdatePolicy",
}  # fmt: skip
OUTPUT_KEYS = {"description": "Description", "condition": "Condition", "value": "Value"}
PARAMETER_TYPES = {
    "String": "string", "Number": "number", "Json": "json", "CommaDelimitedList": "comma_delimited_list",
    "Boolean": "boolean",
}  # fmt: skip
PSEUDO_PARAMETERS = {
    "AWS::StackId": "OS::stack_id",
    "AWS::StackName": "OS::stack_name",
    "AWS::Region": "AWS::Region",
}
CONSTANTS = {"AWS::Region": "ap-southeast-1"}
DELETION_POLICIES = ("Delete", "Retain", "Snapshot")
