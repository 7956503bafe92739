"""House rules: where files are, how long they are, that everything public is documented, and no name twice in a package."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path

from source_tree import TOP, Definition, Function, definitions, modules

from hotlint.linter.rules.rule import HOOKS

PACKAGES = {
    "common",
    "syntax",
    "formats",
    "cloud",
    "language",
    "resource_types",
    "stacks",
    "heat_types",
    "analysis",
    "dry_run",
    "plans",
    "policies",
    "linter",
    "rewriting",
    "suites",
    "ide",
    "output",
    "operations",
    "mcp",
    "cli",
}
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_SUMMARY = 600, 60, 120

# What may be longer, and why.
LONGER = {"hotlint/syntax/parser.py:_Builder.build": "the event loop of the parser"}


def test_hotlint_holds_twenty_packages_and_five_files() -> None:
    entries = {path.name for path in (TOP / "hotlint").iterdir() if path.name != "__pycache__"}
    assert entries == PACKAGES | {
        "__init__.py",
        "__main__.py",
        "api.py",
        "rule.py",
        "pytest_plugin.py",
        "py.typed",
        "data",
    }


def test_every_package_says_its_one_reason() -> None:
    for package in PACKAGES:
        tree = ast.parse((TOP / "hotlint" / package / "__init__.py").read_text(encoding="utf-8"))
        assert ast.get_docstring(tree), package


def test_everything_public_has_a_docstring() -> None:
    inherited = _Inherited(_all())
    without = [d for d in _all() if d.public and ast.get_docstring(d.node) is None]
    assert [d.where for d in without if not inherited.documents(d) and not _holds_one_rule(d)] == []


def test_summaries_are_one_line_that_ends_with_a_period() -> None:
    wrong = []
    for definition in _all():
        summary = (ast.get_docstring(definition.node) or ".").splitlines()[0]
        if definition.public and (len(summary) > LONGEST_SUMMARY or not summary.endswith((".", ".)", ".`"))):
            wrong.append(f"{definition.where}: {summary}")
    assert wrong == []


def test_no_file_is_too_long() -> None:
    assert [f"{m.path}: {m.lines}" for m in modules() if m.lines > LONGEST_FILE and m.path not in LONGER] == []


def test_no_function_is_too_long() -> None:
    lengths = {d.where: d.node.end_lineno - d.node.lineno + 1 for d in _all() if isinstance(d.node, Function)}  # type: ignore[operator]
    assert {where: n for where, n in lengths.items() if n > LONGEST_FUNCTION and where not in LONGER} == {}


def test_one_class_name_is_one_class_of_a_package() -> None:
    places = defaultdict(list)
    for definition in _all():
        if isinstance(definition.node, ast.ClassDef) and definition.public:
            places[_package(definition.where), definition.node.name].append(definition.where)
    assert {f"{package}: {name}": at for (package, name), at in places.items() if len(at) > 1} == {}


def test_exceptions_are_still_needed() -> None:
    found = {d.where for d in _all()} | {m.path for m in modules()}
    assert [where for where in LONGER if where not in found] == []


def test_only_the_checking_room_runs_rules() -> None:
    """Only the engine's room calls the hooks of rules, and only it has the class that does."""
    calling, using = [], []
    for module in modules():
        if module.path.startswith(("rules/", "hotlint/linter/checking/", "hotlint/linter/packs/pack_rules.py")):
            continue
        for node in module.nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in HOOKS:
                calling.append(f"{module.path}:{node.lineno}")
            if isinstance(node, ast.ImportFrom) and any(alias.name == "Linter" for alias in node.names):
                using.append(f"{module.path}:{node.lineno}")
    assert (calling, using) == ([], [])


def test_import_contracts_are_kept() -> None:
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    environment = os.environ | {"PYTHONPATH": "tools"}  # as `make imports` has it
    run = subprocess.run(command, cwd=TOP, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


@cache
def _all() -> tuple[Definition, ...]:
    return tuple(definition for module in modules() for definition in definitions(module))


def _package(where: str) -> str:
    """Return the package of a definition: a folder of hotlint, or of heat_types, such as hotlint/ide; the rules; the server."""
    steps = where.partition(":")[0].split("/")
    return "/".join(steps[: 3 if steps[1] == "heat_types" else 2])


def _holds_one_rule(definition: Definition) -> bool:
    """Whether a module is a rule's or a resource type's, whose class holds the documentation."""
    node = definition.node
    classes = [n for n in node.body if isinstance(n, ast.ClassDef) and not n.name.startswith("_")]
    in_rules = definition.where.startswith(("rules/", "hotlint/heat_types/")) and isinstance(node, ast.Module)
    return in_rules and len(classes) == 1 and ast.get_docstring(classes[0]) is not None


def _is_declaration(function: Function) -> bool:
    """Whether a member of a Protocol only declares what its class docstring describes: its body is `...`."""
    body = function.body[-1]
    return len(function.body) == 1 and isinstance(body, ast.Expr) and ast.unparse(body) == "..."


class _Inherited:
    """Documentation that a method has from the class it overrides (as `inspect.getdoc` finds it), or from a Protocol."""

    def __init__(self, everything: tuple[Definition, ...]) -> None:
        self.places = {d.where: d.node for d in everything if isinstance(d.node, ast.ClassDef)}
        self.classes: dict[str, list[ast.ClassDef]] = defaultdict(list)  # packages may have one of the same name
        for node in self.places.values():
            self.classes[node.name].append(node)
        protocols = [node for node in self.places.values() if "Protocol" in map(ast.unparse, node.bases)]
        methods = [method for node in protocols for method in node.body if isinstance(method, Function)]
        self.promised = {method.name for method in methods if ast.get_docstring(method)}

    def documents(self, definition: Definition) -> bool:
        """Whether a class above documents this method. Setters share the docstring of their property."""
        if not isinstance(definition.node, Function) or "." not in definition.where.split(":")[1]:
            return False
        if any(ast.unparse(decorator).endswith(".setter") for decorator in definition.node.decorator_list):
            return True
        if definition.node.name in self.promised or _is_declaration(definition.node):
            return True
        if definition.node.name.startswith("lsp_"):  # overrides of pygls
            return True
        owner = self.places.get(definition.where.rpartition(".")[0])
        return any(self._documented(base, definition.node.name) for base in self._bases(owner))

    def _bases(self, node: ast.ClassDef | None) -> list[str]:
        return [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases] if node else []

    def _documented(self, name: str, method: str) -> bool:
        nodes = self.classes.get(name, [])
        own = [m for node in nodes for m in node.body if isinstance(m, Function) and m.name == method]
        above = (base for node in nodes for base in self._bases(node) if base != name)
        return any(ast.get_docstring(m) for m in own) or any(self._documented(b, method) for b in above)


# Modules that open files for writing, and why. All others write with `common.file_replacement`, so that a kill tears no file.
WRITERS = {
    "hotlint/common/file_replacement.py": "it writes files whole",
    "hotlint/common/cache_dir.py": "the cache, whole",
    "hotlint/common/listening.py": "a token, in a new file",
    "hotlint/resource_types/site_catalog.py": "a new folder, which is then put in its place",
    "hotlint/resource_types/extraction/__main__.py": "the facts of the project's own data",
    "hotlint/linter/checking/testing.py": "examples, in a temporary folder",
    "hotlint/cli/cluster/object_store.py": "downloads, in a temporary folder",
    "hotlint/operations/unpacking.py": "members of archives, in a temporary folder",
    "hotlint/cli/in_worker.py": "a file system in memory",
    "hotlint/cli/main.py": "the standard streams",
    "hotlint/language/sandbox/worker.py": "a pipe",
}


def test_files_of_users_are_written_whole() -> None:
    found = {
        m.path for m in modules() if m.path.startswith(("hotlint/", "server/")) for n in m.nodes if _opens_to_write(n)
    }
    assert found == WRITERS.keys()


def _opens_to_write(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name in ("open", "fdopen"):
        modes = [
            a.value
            for a in (*node.args[:2], *(k.value for k in node.keywords if k.arg == "mode"))
            if isinstance(a, ast.Constant)
        ]
        return any(isinstance(mode, str) and set(mode) <= set("rwxab+t") and set(mode) & set("wxa+") for mode in modes)
    return name in ("write_text", "write_bytes")


STARTS = re.compile(
    r"subprocess|_posixsubprocess|pty|webbrowser|(os|posix)\.(exec|spawn|posix_spawn|popen|system|startfile).*"
    r"|asyncio\.create_subprocess_.*|asyncio\.subprocess.*"
)
"""Modules and functions that start other programs."""


def test_one_module_starts_other_programs() -> None:
    found = {module.path for module in modules() for node in module.nodes if any(map(STARTS.fullmatch, _named(node)))}
    assert found == {"hotlint/common/processes.py"}


def _named(node: ast.AST) -> list[str]:
    """Return what code imports here, or the dotted name that it uses."""
    match node:
        case ast.Import(names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(name), names=names):
            return [name, *(f"{name}.{alias.name}" for alias in names)]
        case ast.Attribute():
            return [ast.unparse(node)]
    return []


# Modules that read JSON only where hotlint or a library wrote it, in a sandbox, or after a first reading.
OWN_JSON = {
    "hotlint/resource_types/catalog.py", "hotlint/resource_types/cloud_import.py", "hotlint/analysis/cloud_config.py",
    "hotlint/operations/batch/results_cache.py", "hotlint/operations/batch/kept_facts.py",
    "hotlint/ide/completion/usage_stats.py", "hotlint/language/sandbox/jinja_filters.py",
    "server/hotlint_server/features/deployments.py", "hotlint/syntax/json_parser.py",
}  # fmt: skip


def test_json_of_others_may_be_nested_too_deeply() -> None:
    """Whoever reads JSON expects RecursionError as well, or calls `common.printable.from_json`."""
    unguarded = set()
    for module in modules():
        guarded = {
            id(n) for t in module.nodes if isinstance(t, ast.Try) and _expects(t) for s in t.body for n in ast.walk(s)
        }
        unguarded |= {module.path for n in module.nodes if _reads_json(n) and id(n) not in guarded}
    assert unguarded - OWN_JSON == set()


def _expects(block: ast.Try) -> bool:
    return any("RecursionError" in ast.unparse(handler.type or ast.Constant("")) for handler in block.handlers)


def _reads_json(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in ("loads", "json") and ast.unparse(node.func) in ("json.loads", "loads", "answer.json")
