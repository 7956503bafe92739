from __future__ import annotations

from hotlint.linter.rule import Example
from hotlint_rules.document._problems import ProblemRule


class KeyNotScalar(ProblemRule):
    """A list or a map stands where the name of an entry belongs.

    YAML has such keys, Heat has not: it refuses the template. Mostly it is a placeholder of another tool, such as
    `{{ name }}`, that needs quotes.
    """

    code = "HOT005"
    name = "key-not-scalar"
    slugs = frozenset({"key"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: {{ what }}
              ^
""")
    ]
    good = [
        Example("""\
heat_template_version: 2018-08-31
description: "{{ what }}"
""")
    ]
