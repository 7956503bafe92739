from __future__ import annotations

from hotlint.rule import Checked, Example, Parameter, Rule, RuleContext, Scalar, Target
from hotlint_rules.security._secrets import is_secret_name


class SecretDefault(Rule):
    """A secret is written into the template as a parameter's default.

    Everyone who can read the template, its repository or a backup of it has the secret, and every stack that is created
    without a value shares it. Leave the default out, so that a value has to be given, or generate one with
    OS::Heat::RandomString.
    """

    code = "HOT902"
    name = "secret-default"
    severity = "info"
    category = "security"
    profiles = {"security": "error"}
    needs = frozenset({"default"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true, default: letmein}
                                                     ^^^^^^^
outputs:
  length: {value: 7}
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
parameters:
  db_password: {type: string, hidden: true, default: ''}
  admin_password: {type: string, hidden: true}
  password_length: {type: number, default: 12}
  use_secret: {type: boolean, hidden: true, default: true}
""")
    ]

    def check_parameter(self, parameter: Parameter, ctx: RuleContext) -> Checked:
        node = parameter.field("default")
        if not isinstance(node, Scalar) or not isinstance(node.value, str) or not node.value.strip():
            return
        if parameter.type != "string" or not (parameter.hidden or is_secret_name(parameter.name)):
            return
        message = f"default of parameter '{parameter.name}' puts a secret into the template; leave the default out"
        yield ctx.report(Target(parameter.fields["default"]), message)
