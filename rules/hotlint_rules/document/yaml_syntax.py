from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.document._problems import ProblemRule


class YamlSyntax(ProblemRule):
    """The file is not valid YAML.

    Heat refuses a template with a syntax error. The usual causes: a tab, a quote or bracket that is never closed, an
    unquoted string that contains `: ` or starts with `%`, `@` or `*`, and indentation that matches nothing above it. The
    rest of the template is checked as far as it can be parsed.
    """

    code = "HOT001"
    name = "yaml-syntax"
    looks_at = frozenset({
        "syntax", "quote", "tab", "percent", "colon", "indentation", "bracket", "character",
    })  # fmt: skip
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: Web servers: the front end
                        ^
"""),
        Example("""\
heat_template_version: 2018-08-31
parameters:
  port: {type: number, default: %port%}
                                ^^^^^^
"""),
        Example("""\
heat_template_version: 2018-08-31
description: "Web servers
             ^
"""),
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "Web servers: the front end"
parameters:
  port: {type: string, default: "%port%"}
""")
    ]
