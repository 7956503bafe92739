"""Heat's resource plugins, read as syntax trees and never run: `read_plugins({"acme.py": text}).types`.

source          parsing of files; problems and offsets in them
values          values of plugin code, and the interfaces `Runtime` and `ImportResolver`
schema_objects  schemas, constraints and support as plugins create them
budget          limits on steps, depth and sizes
interpreter     evaluation, with a handler for each kind of node from `expressions` and `statements`; these use
                `assignment`, `calls`, `attributes`, `operators`, `containers` and `builtins`
imports         modules, without importing them
heat_api        Heat's modules for plugin authors: schemas, constraints, support, the base class of resources
heat_classes    Heat's other classes and constants, from the packaged facts
schema_facts    facts of the schemas of a class; method_facts: those that follow from its methods
reader          the entry point; folders: plugins on disk
"""

from hotlint.resource_types.plugins.reader import FilePosition, Plugins, read_plugins
from hotlint.resource_types.plugins.source import ReadProblem

__all__ = ["FilePosition", "Plugins", "ReadProblem", "read_plugins"]
