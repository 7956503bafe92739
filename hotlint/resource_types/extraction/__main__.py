"""Extract the facts of resource types from an installed openstack-heat.

    PYTHON-WITH-HEAT hotlint/resource_types/extraction --out FOLDER [--descriptions] [--plugin-dir DIR]...

The interpreter that has openstack-heat need not have hotlint, so this folder imports nothing of hotlint. FOLDER receives
    types.json            the index: "heat" (its release), "types" {name: the few facts needed without opening a type},
                          "aliases" (names that Heat's packaged default environment maps to others, globs included),
                          "base_attributes" (those of every type), "custom_constraints" (the registered names)
    types/<NAME>.json     one type each, with `::` written as `__`; the keys are in hotlint/resource_types/facts.py
    classes.json          classes that plugins may derive from: bases, constants, schemas, or the type that they implement
Only facts are extracted: names, types, limits, releases. Heat's sentences are left out, unless --descriptions includes
them for a user's own cache.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotlint.resource_types.extraction.class_facts import base_classes
    from hotlint.resource_types.extraction.type_facts import Facts, Generator, heat
else:  # this folder is run by its path, by an interpreter that need not have hotlint
    from class_facts import base_classes
    from type_facts import Facts, Generator, heat


def boot(plugin_dirs: list[str]) -> Any:
    """Load Heat's resource plugins as its engine does, without a network, and return the global environment."""
    import logging
    import warnings

    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    try:
        backend = heat("oslo_service.backend")
        backend.init_backend(backend.BackendType.THREADING)
    except Exception:  # an older oslo.service has no backends to choose from
        pass
    heat("heat.common.config")
    conf = heat("oslo_config.cfg").CONF
    conf([], project="heat", default_config_files=[])
    conf.set_override("environment_dir", os.path.join(os.sep, "nonexistent"))
    conf.set_override("plugin_dirs", plugin_dirs)
    resources = heat("heat.engine.resources")
    resources.initialise()
    return resources.global_env()


def template_types() -> tuple[Facts, dict[str, str]]:
    """Return what Heat's packaged default environment adds: {name: class} of types that are templates, {alias: type}."""
    template_resource = heat("heat.engine.resources.template_resource")
    parse = heat("heat.common.environment_format").parse
    classes, aliases = {}, {}
    for folder in (os.path.join(sys.prefix, "etc", "heat"), os.path.join(os.sep, "etc", "heat")):
        path = os.path.join(folder, "environment.d", "default.yaml")
        if not os.path.isfile(path):
            continue
        with open(path, encoding="utf-8") as file:
            registry = parse(file.read()).get("resource_registry") or {}
        for name, value in registry.items():
            if not str(value).endswith((".yaml", ".template")):
                aliases[name] = value
                continue
            with open(os.path.join(folder, "templates", os.path.basename(value)), encoding="utf-8") as file:
                classes[name] = template_resource.generate_class_from_template(str(name), file.read(), {})
        break
    return classes, aliases


def index_entry(facts: Facts) -> Facts:
    """Return the entry of a type in the index: its support status, unless it is plainly supported, and its origin."""
    support = facts.get("support", {})
    keys = ("status", "since", "instead") if support.get("status") else ()
    return {
        **{key: support[key] for key in keys if key in support},
        **({"placeholder": True} if facts.get("any_properties") and support.get("status") == "HIDDEN" else {}),
        **({"origin": facts["origin"]} if "origin" in facts else {}),
    }


def write(folder: str, name: str, facts: Facts) -> None:
    """Write facts to a file of the folder, as JSON on one line."""
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    with open(os.path.join(folder, name), "w", encoding="utf-8", newline="\n") as file:
        file.write(text + "\n")


def main() -> int:
    """Extract the facts as the command line says, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--out", required=True, help="the folder to write to")
    parser.add_argument("--descriptions", action="store_true", help="keep Heat's sentences (for a private cache)")
    parser.add_argument("--plugin-dir", action="append", default=[], help="a folder of plugins, RUN as Heat does")
    args = parser.parse_args()
    sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
    environment = boot(args.plugin_dir)
    classes = {name: info.get_class() for name, info in environment.registry._registry.items() if name != "resources"}
    generator = Generator(args.descriptions, classes)
    templates, aliases = template_types()
    types = {name: generator.type(name, cls) for name, cls in classes.items()}
    for name, cls in templates.items():
        facts = generator.type(name, cls)
        types[name] = {**{k: v for k, v in facts.items() if k not in ("module", "class")}, "origin": "environment"}
    write_types(os.path.join(args.out, "types"), types)
    base = {n: generator.attribute(s, (n, {})) for n, s in generator.resource.base_attributes_schema.items()}
    index = {
        "heat": heat("importlib.metadata").version("openstack-heat"),
        "types": {name: index_entry(types[name]) for name in sorted(types)},
        "aliases": aliases,
        "base_attributes": base,
        "custom_constraints": sorted(environment.constraints),
    }
    write(args.out, "types.json", index)
    write(args.out, "classes.json", base_classes(generator))
    return 0


def write_types(folder: str, types: dict[str, Facts]) -> None:
    """Write the file of each type, and remove the files of types that no longer exist."""
    os.makedirs(folder, exist_ok=True)
    for stale in set(os.listdir(folder)) - {file_name(name) for name in types}:
        os.remove(os.path.join(folder, stale))
    for name, facts in types.items():
        write(folder, file_name(name), facts)


def file_name(type_name: str) -> str:
    """Return the name of the file of a type."""
    return type_name.replace("::", "__") + ".json"


if __name__ == "__main__":
    sys.exit(main())
