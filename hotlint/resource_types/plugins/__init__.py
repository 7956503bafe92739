"""Heat's resource plugins, read as syntax trees and never run: `read_plugins({"acme.py": text}).types`.

source.py       text -> syntax tree; problems, and where they are
values.py       what a name can stand for: constants, containers, classes, Unknown
budget.py       bounds on steps, depth and sizes
interpreter.py  expressions.py statements.py assignment.py calls.py members.py operators.py containers.py
                builtins.py: evaluation of what is constant; all else is Unknown
modules.py      imports, without importing
heat.py         schemata, constraints, support and base class of Heat, known by heart
packaged.py     Heat's other classes and constants, from the packaged facts
facts.py        behaviour.py: classes -> facts in the catalogue's form
reader.py       the door: which types a set of files registers
"""

from hotlint.resource_types.plugins.reader import FilePosition, Plugins, read_plugins
from hotlint.resource_types.plugins.source import ReadProblem

__all__ = ["FilePosition", "Plugins", "ReadProblem", "read_plugins"]
