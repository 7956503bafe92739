from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class YamlSyntax(ProblemRule):
    """The text cannot be read as YAML.

    Heat reads nothing of a template in which one line breaks YAML's rules. The usual causes: a tab, a quote or bracket
    that is never closed, text that holds `: ` or starts with `%`, `@` or `*` without quotes, indentation that fits
    nothing above it. The rest of the template is checked as far as it can be read.
    """

    code = "HOT001"
    name = "yaml-syntax"
    slugs = frozenset({
        "syntax", "quote", "tab", "percent", "colon", "indentation", "bracket", "character",
    })  # fmt: skip
    explains = "it begins here"
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
