"""Documentation of the sections and keys of templates and environments, as in the HOT specification.

Heat documentation of environments: https://docs.openstack.org/heat/latest/template_guide/environment.html
"""

SECTIONS = {
    "heat_template_version": "The version of HOT that the template is written in: it decides which functions and keys there are.",
    "description": "What the template is for.",
    "parameter_groups": "Parameters in groups, in the order in which a user interface asks for them.",
    "parameters": "The inputs of the template.",
    "conditions": "Named conditions on parameters, for resources, outputs and the function `if`.",
    "resources": "The resources of the stack.",
    "outputs": "Values that the stack returns to its user, or to the template that uses this one.",
}

ENVIRONMENT = {
    "parameters": "Values of parameters of the template, by name.",
    "parameter_defaults": "Values of parameters of the template and of all templates nested in it, where no other value is given.",
    "parameter_merge_strategies": "How values of a parameter from several environments go together: overwrite, merge or deep_merge.",
    "resource_registry": "Resource types by name, each mapped to a template or to another type; and hooks of resources.",
    "encrypted_param_names": "Names of parameters whose values Heat encrypts in its database.",
    "event_sinks": "Targets that Heat sends the events of the stack to.",
}
PSEUDO = {
    "OS::stack_name": "the name of the stack",
    "OS::stack_id": "the id of the stack",
    "OS::project_id": "the id of the project",
}
FIELDS = {
    ("group-key", "label"): "A label of the group for user interfaces.",
    ("group-key", "description"): "What the parameters of the group are for.",
    ("group-key", "parameters"): "The names of the parameters, in their order.",
    ("parameter-key", "type"): "One of string, number, comma_delimited_list, json, boolean.",
    ("parameter-key", "label"): "A label for user interfaces.",
    ("parameter-key", "description"): "What the parameter is for.",
    ("parameter-key", "default"): "The value when none is given. A parameter without a default is required.",
    ("parameter-key", "hidden"): "`true` makes Heat show asterisks instead of the value.",
    ("parameter-key", "constraints"): "Conditions that the value must meet, each with an optional description.",
    ("parameter-key", "immutable"): "`true` makes Heat refuse an update with another value.",
    ("parameter-key", "tags"): "Tags of the parameter.",
    ("resource-key", "type"): "A resource type, or the path of a nested template.",
    ("resource-key", "properties"): "The properties of the resource, as its type defines them.",
    ("resource-key", "metadata"): "Metadata kept with the resource.",
    ("resource-key", "depends_on"): "Resources that must be created first, besides those that are referred to.",
    ("resource-key", "update_policy"): "How members are replaced in an update, for types that have members.",
    (
        "resource-key",
        "deletion_policy",
    ): "What happens to the physical resource on deletion: Delete, Retain or Snapshot.",
    (
        "resource-key",
        "external_id",
    ): "The ID of an existing physical resource, which Heat refers to and does not manage.",
    ("resource-key", "condition"): "The resource is created only when this condition is true.",
    ("resource-key", "description"): "What the resource is for.",
    (
        "update-policy",
        "rolling_update",
    ): "How an update of the members goes: in batches, with a pause between them. Without it, Heat updates all at once.",
    (
        "update-policy",
        "batch_create",
    ): "How the members are created: in batches, with a pause between them. Without it, Heat creates all at once.",
    (
        "update-policy",
        "min_in_service",
    ): "Members that must keep running while a batch is updated; with 0, a batch may take all of them down.",
    ("update-policy", "max_batch_size"): "Members in one batch, at most.",
    (
        "update-policy",
        "pause_time",
    ): "Seconds between two batches. An update fails whose pauses take as long as the timeout of the stack.",
    (
        "update-policy",
        "AutoScalingRollingUpdate",
    ): "How another launch configuration reaches the instances: in batches, with a pause. Without it, those that exist keep the old one.",
    (
        "update-policy",
        "RollingUpdate",
    ): "How another launch configuration reaches the instances: in batches, with a pause. Without it, those that exist keep the old one.",
    (
        "update-policy",
        "MinInstancesInService",
    ): "Instances that must keep running while a batch is updated; with 0, a batch may take all of them down.",
    ("update-policy", "MaxBatchSize"): "Instances in one batch, at most.",
    (
        "update-policy",
        "PauseTime",
    ): "Time between two batches in the form of ISO 8601, such as `PT1M30S`, and at most one hour.",
    (
        "deletion-policy",
        "delete",
    ): "Deletes the physical resource when the resource is deleted, replaced or removed from the template. This is the default.",
    (
        "deletion-policy",
        "retain",
    ): "Keeps the physical resource, and Heat forgets it. `external_id` can refer to it later.",
    (
        "deletion-policy",
        "snapshot",
    ): "Makes a snapshot or a backup before the deletion, for types that can, such as servers and volumes; nothing deletes that.",
    ("output-key", "value"): "The value of the output.",
    ("output-key", "description"): "What the output is.",
    ("output-key", "condition"): "The output exists only when this condition is true.",
}
