"""Write hotlint/data/cloud_config.json: the keys of a cloud-config, from versions of cloud-init's own JSON Schema.

    python tools/generate/cloud_config.py SCHEMA...

Each SCHEMA is a `schema-cloud-config-v1.json` of one version of cloud-init (Debian's package has it in
/usr/lib/python3/dist-packages/cloudinit/config/schemas). The facts hold what any of the versions takes, because an image may
have any of them. They have the form of the facts of a property (`hotlint.resource_types.facts`), with two more keys: "also" lists the
other types that a value may have, and "values" has the facts of every value of a mapping whose keys are free.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "hotlint/data/cloud_config.json"
Facts = dict[str, Any]
TYPES = {
    "object": "map", "array": "list", "string": "string", "integer": "integer", "number": "number", "boolean": "boolean",
}  # fmt: skip
"""The types of JSON Schema in the words of Heat, in the order in which the first becomes the type of a value."""
UNLISTED = (
    "allow_userdata", "apt_custom_sources_list", "apt_ftp_proxy", "apt_http_proxy", "apt_https_proxy", "apt_mirror", "apt_mirror_search",
    "apt_mirror_search_dns", "apt_preserve_sources_list", "apt_proxy", "apt_sources", "apt_sources_list", "coreos", "datasource",
    "datasource_list", "datasource_pkg_list", "debconf_selections", "debug", "def_log_file", "di_report", "log_basic", "log_cfgs", "logcfg",
    "manage-resolv-conf", "manual_cache_clean", "network", "rpi", "snappy", "ssh_svcname", "syslog_fix_perms", "ubuntu-advantage",
    "unverified_modules", "warnings",
)  # fmt: skip
"""Keys that cloud-init, or a system that reads the same file, takes without naming them in the schema."""
FIRST = (
    "write_files", "runcmd", "packages", "package_update", "package_upgrade", "package_reboot_if_required", "users", "groups", "user",
    "password", "chpasswd", "ssh_pwauth", "ssh_authorized_keys", "ssh_import_id", "ssh_keys", "disable_root", "hostname", "fqdn",
    "preserve_hostname", "manage_etc_hosts", "timezone", "locale", "bootcmd", "mounts",
)  # fmt: skip
"""The keys that completion offers first: what most configurations have."""
TAKES_TEXT = ("packages", "ssh_authorized_keys", "ssh_import_id", "ssh_genkeytypes")
"""Lists for which cloud-init takes a single text as well (`get_cfg_option_list` in cloudinit/util.py)."""


def main(paths: list[str]) -> None:
    """Write the facts of the schemas at the paths."""
    facts: Facts = {}
    for path in paths:
        schema = json.loads(Path(path).read_text(encoding="utf-8"))
        found = _facts(schema, schema["$defs"])["properties"]
        facts = _either({"properties": facts}, {"properties": found})["properties"]
    for name in UNLISTED:
        facts.setdefault(name, {})
    for name in TAKES_TEXT:
        facts[name]["also"] = ["string"]
    names = [*FIRST, *sorted(facts.keys() - set(FIRST))]
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(_ordered(facts[name]), sort_keys=True)}" for name in names)
    DATA.write_text("{\n" + text + "\n}\n", encoding="utf-8")


def _ordered(facts: Facts) -> Facts:
    """Return facts in which the first of several types is the one whose parts are known: completion offers these."""
    found = {key: _ordered(value) if key in ("items", "values") else value for key, value in facts.items()}
    if "properties" in facts:
        found["properties"] = {name: _ordered(value) for name, value in facts["properties"].items()}
        for name in found["properties"]:
            if "-" in name and (instead := name.replace("-", "_")) in found["properties"]:
                found["properties"][name]["support"] = {"status": "DEPRECATED", "instead": instead}
    if "list" in _types(facts) and ("properties" in facts.get("items", {}) or "properties" not in facts):
        found["also"] = [name for name in (facts["type"], *facts.get("also", ())) if name != "list"]
        found["type"] = "list"
    return {key: value for key, value in found.items() if value != []}


def _facts(schema: Any, definitions: dict[str, Any]) -> Facts:
    """Return the facts of a schema: its own keywords, and those of what it refers to."""
    own = {key: value for key, value in schema.items() if key in ("type", "enum", "items", "properties", "required")}
    found: Facts = {}
    if own or "patternProperties" in schema or "additionalProperties" in schema:
        found = _own(schema, definitions)
    if "$ref" in schema:
        referred = definitions[schema["$ref"].removeprefix("#/$defs/")]
        found = _both(found, _facts(referred, definitions))
    for part in schema.get("allOf", ()):
        found = _both(found, _facts(part, definitions))
    for word in ("oneOf", "anyOf"):
        options = [_facts(option, definitions) for option in schema.get(word, ()) if option.get("type") != "null"]
        if options:
            merged = options[0]
            for option in options[1:]:
                merged = _either(merged, option)
            found = _both(found, merged)
    return found


def _own(schema: Any, definitions: dict[str, Any]) -> Facts:
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if not types and ("properties" in schema or "patternProperties" in schema):
        types = ["object"]
    found: Facts = _typed({TYPES[name] for name in types if name in TYPES})
    if "enum" in schema and all(isinstance(value, str) for value in schema["enum"]):
        found = found or {"type": "string"}
        found["constraints"] = [{"allowed_values": schema["enum"]}]
    if isinstance(schema.get("items"), dict) and (items := _facts(schema["items"], definitions)):
        found["items"] = items
    if "properties" in schema:
        found["properties"] = {name: _facts(value, definitions) for name, value in schema["properties"].items()}
        for name in schema.get("required", ()):
            found["properties"].setdefault(name, {})["required"] = True
    free = schema.get("patternProperties") or {}
    extra = schema.get("additionalProperties", True)
    if free or isinstance(extra, dict):
        found["open"] = True
        values = _facts(next(iter(free.values()), extra), definitions)
        if values:
            found["values"] = values
    elif "map" in _types(found) and extra is not False:
        found["open"] = True
    return found


def _types(facts: Facts) -> set[str]:
    return {facts["type"], *facts.get("also", ())} if "type" in facts else set()


def _typed(types: set[str]) -> Facts:
    """Return the facts of a value of any of some types."""
    ordered = [name for name in TYPES.values() if name in types]
    return {"type": ordered[0], **({"also": ordered[1:]} if ordered[1:] else {})} if ordered else {}


def _merged(first: Facts, second: Facts, types: set[str], *, either: bool) -> Facts:
    merged: Facts = _typed(types)
    for key in ("items", "values"):
        parts = [facts[key] for facts in (first, second) if key in facts]
        if parts:
            merged[key] = parts[0] if len(parts) == 1 else _either(*parts)
    names = {**first.get("properties", {}), **second.get("properties", {})}
    if names:
        has_both = "properties" in first and "properties" in second
        merged["properties"] = {
            name: _named(first.get("properties", {}), second.get("properties", {}), name, either and has_both)
            for name in names
        }
    maps = [bool(facts.get("open")) for facts in (first, second) if "map" in _types(facts) or "properties" in facts]
    if any(maps) if either else maps and all(maps):
        merged["open"] = True
    allowed = [facts["constraints"][0]["allowed_values"] for facts in (first, second) if "constraints" in facts]
    texts = [facts for facts in (first, second) if "string" in _types(facts)]
    if allowed and (not either or len(allowed) == len(texts)):
        merged["constraints"] = [{"allowed_values": sorted({value for values in allowed for value in values})}]
    if first.get("required") and second.get("required"):
        merged["required"] = True
    return merged


def _named(first: Facts, second: Facts, name: str, either: bool) -> Facts:
    parts = [facts[name] for facts in (first, second) if name in facts]
    found = dict(parts[0] if len(parts) == 1 else _either(*parts))
    if either and len(parts) == 1:
        found.pop("required", None)
    return found


def _either(first: Facts, second: Facts) -> Facts:
    """Return the facts of a value that fits one of two; no facts fit any value."""
    if not first or not second:
        kept = first or second
        return {key: value for key, value in kept.items() if key != "required"}
    types = _types(first) | _types(second) if _types(first) and _types(second) else set()
    return _merged(first, second, types, either=True)


def _both(first: Facts, second: Facts) -> Facts:
    """Return the facts of a value that fits two at once: what one says of the type counts for both."""
    if not first or not second:
        return first or second
    return _merged(first, second, _types(first) or _types(second), either=False)


if __name__ == "__main__":
    main(sys.argv[1:])
