"""A template with an error and an info, for tests of settings and suppressions."""

TEMPLATE = """\
heat_template_version: 2018-08-31
description: two findings
parameters:
  unused: {type: string, description: never used}
resources:
  a:
    type: OS::Heat::Value
    properties: {value: {get_param: nothing}}
"""
