"""What Nova's API checks of the extra specifications of a flavor, from version 2.86 (Ussuri) on."""

from __future__ import annotations

import re
from collections.abc import Mapping

_COUNT, _SIZE, _WHOLE, _TEXT = r"\s*0*[1-9]\d*\s*", r"\s*\d+\s*", r"\s*[+-]?\d+\s*", r".*"
_FLAG = "(?i)t|true|on|y|yes|1|f|false|off|n|no|0"
_CPUS = r"\^?\d+((-\d+)?(,\^?\d+(-\d+)?)?)*"
_TRAIT = "required|forbidden"
_LEVEL = "custom|high|normal|low"

VALUES: Mapping[str, str] = {
    "group_policy": "isolate|none",
    "hide_hypervisor_id": _FLAG,
    **dict.fromkeys(("hw:boot_menu", "hw:cpu_realtime", "hw:hide_hypervisor_id", "hw:mem_encryption", "hw:pmu"), _FLAG),
    **dict.fromkeys(("hw:ephemeral_encryption", "hw:locked_memory", "hw:vif_multiqueue_enabled"), _FLAG),
    **dict.fromkeys(("hw:virtio_packed_ring", "hw_rng:allowed"), _FLAG),
    **{f"hw:cpu_{most}{name}": _COUNT for most in ("", "max_") for name in ("cores", "sockets", "threads")},
    "hw:numa_nodes": _COUNT,
    "hw:cpu_policy": "dedicated|shared|mixed",
    "hw:cpu_thread_policy": "prefer|isolate|require",
    "hw:emulator_threads_policy": "isolate|share",
    "hw:cpu_dedicated_mask": _CPUS,
    "hw:cpu_realtime_mask": _CPUS,
    "hw:mem_page_size": r"large|small|any|\d+([kKMGT]i?)?(b|bit|B)?",
    "hw:pci_numa_affinity_policy": "required|preferred|legacy|socket",
    "hw:serial_port_count": _SIZE,
    "hw:tpm_version": r"1\.2|2\.0",
    "hw:watchdog_action": "none|pause|poweroff|reset|disabled",
    **dict.fromkeys(("hw_rng:rate_bytes", "hw_rng:rate_period", "hw_video:ram_max_mb"), _SIZE),
    "os:secure_boot": "disabled|required",
    "pci_passthrough:alias": r"[^:]+:\d+(?:\s*,\s*[^:]+:\d+)*",
    **dict.fromkeys(("quota:cpu_limit", "quota:cpu_period", "quota:cpu_shares", "quota:memory_limit"), _SIZE),
    **dict.fromkeys(("quota:cpu_quota", "quota:cpu_reservation", "quota:memory_reservation"), _WHOLE),
    **{f"quota:disk_{way}_{what}_sec": _SIZE for way in ("read", "write", "total") for what in ("bytes", "iops")},
    **{f"quota:vif_{way}_{what}": _SIZE for way in ("inbound", "outbound") for what in ("average", "burst", "peak")},
    **{f"quota:{what}_shares_level": _LEVEL for what in ("cpu", "disk_io", "memory", "vif")},
    **{f"quota:{what}_shares_share": _SIZE for what in ("cpu", "disk_io", "memory", "vif")},
}
"""What the whole value of each specification matches."""
NAMES: tuple[tuple[str, str], ...] = (
    (r"hw:numa_cpus\.\d+", _CPUS),
    (r"hw:numa_mem\.\d+", _COUNT),
    (r"trait([a-zA-Z0-9_-]{1,64})?:[A-Z0-9_]+", _TRAIT),
    (r"resources([a-zA-Z0-9_-]{1,64})?:[A-Z0-9_]+", _WHOLE),
    # Newer releases of Nova have more of these.
    (
        r"hw:(ephemeral_encryption_format|mem_encryption_model|pmem|redirected_usb_ports|sound_model|tpm_model|tpm_secret_security|"
        r"usb_model|viommu_model|maxphysaddr_mode|maxphysaddr_bits|input_bus|cpu_mode|firmware_type|machine_type)",
        _TEXT,
    ),
)
"""Patterns of names, with what the value matches."""
_KNOWN_SPACE = "hw:"
"""The namespace that people misspell names of, and that Nova knows all of."""


def problem(name: str, value: str) -> str:
    """Return what is wrong with one specification, a clause; "" where nothing is known to be."""
    pattern = VALUES.get(name) or next((its for one, its in NAMES if re.fullmatch(one, name)), None)
    if pattern is None:
        return f"Nova knows no specification '{name}'" if name.startswith(_KNOWN_SPACE) else ""
    if re.fullmatch(pattern, value):
        return ""
    words = {
        _COUNT: "a whole number from 1 on",
        _SIZE: "a whole number",
        _WHOLE: "a whole number",
        _FLAG: "true or false",
    }
    choice = pattern.replace("\\", "").replace("|", ", ")
    return f"'{value}' is not {words.get(pattern) or ('one of ' + choice if '[' not in pattern else 'of the form that Nova takes')}"
