from __future__ import annotations

from hotlint.rule import Example
from hotlint_rules.document._problems import ProblemRule


class MultipleDocuments(ProblemRule):
    """The file has more than one YAML document.

    A template is a single document: Heat refuses a file in which a line of `---` starts another one. Put the other
    document in a separate file.
    """

    code = "HOT006"
    name = "multiple-documents"
    looks_at = frozenset({"documents"})
    bad = [
        Example("""\
heat_template_version: 2018-08-31
description: the first
---
^^^
description: the second
""")
    ]
    good = [
        Example("""\
---
heat_template_version: 2018-08-31
description: the only one
""")
    ]
