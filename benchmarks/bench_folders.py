"""Growth of `hotlint check` with the number of templates: processor time and peak memory, a file, as ratios.

    python benchmarks/bench_folders.py [FEWER [MORE]]        numbers of templates: 2,500 and 10,000 without them

Makes folders of 50 templates with a configuration: roots, nested templates, environments of their names, a registry in each
folder, and 20 % of mistakes. Linear growth is a ratio of 1 for the time of one file. What one file adds to the memory is
small next to what the process needs anyway.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PER_FOLDER = 50
CONFIG = "target: 2025.1\nseverity: {HOT801: warning}\ntemplates:\n  'folder0*/**': {ignore: [HOT9]}\n"
NESTED = """\
heat_template_version: 2018-08-31
description: disk
parameters:
  size: {{type: number, description: in GB, constraints: [{{range: {{min: 1, max: {limit}}}}}]}}
resources:
  disk:
    type: OS::Cinder::Volume
    properties: {{size: {{get_param: size}}}}
outputs:
  id: {{description: of the disk, value: {{get_resource: disk}}}}
"""
ROOT = """\
heat_template_version: 2018-08-31
description: web
parameters:
  image: {{type: string, description: the image}}
  size: {{type: number, description: of the disk, default: 10}}
resources:
  port:
    type: OS::Neutron::Port
    properties: {{network: public}}
  web:
    type: OS::Nova::Server
    properties:
      name: {{list_join: ['-', [web, '{number}']]}}
      image: {{get_param: {image}}}
      flavor: m1.small
      networks: [{{port: {{get_resource: port}}}}]
  disk:
    type: {disk}
    properties: {{size: {{get_param: size}}}}
outputs:
  address: {{description: of web, value: {{get_attr: [web, first_address]}}}}
  disk: {{description: its disk, value: {{get_attr: [disk, id]}}}}
"""


def write_tree(folder: Path, count: int) -> None:
    """Write `count` templates in folders of 50, with environments and a configuration."""
    (folder / ".hotlint.yaml").write_text(CONFIG)
    for number in range(count):
        here = folder / f"folder{number // PER_FOLDER:03}"
        if number % PER_FOLDER == 0:
            here.mkdir()
            (here / "disk.yaml").write_text(NESTED.format(limit=100 + number))
            (here / "registry.env").write_text("resource_registry: {'Site::Disk': disk.yaml}\n")
            continue
        image = "imaeg" if number % 5 == 0 else "image"
        disk = "disk.yaml" if number % 2 else "Site::Disk"
        (here / f"web{number}.yaml").write_text(ROOT.format(number=number, image=image, disk=disk))
        (here / f"web{number}.env").write_text(
            f"parameters: {{image: debian}}\nresource_registry: {{'Site::Disk': {here}/disk.yaml}}\n"
        )


def measured(folder: Path, cache: str, *options: str) -> tuple[float, float]:
    """Return the processor time (seconds) and the peak memory (MiB) of a check of a folder, in one process."""
    command = [sys.executable, "-m", "hotlint", "check", "-j1", "--format", "concise", *options, "."]
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, env=environment) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main() -> None:
    """Print the figures of both trees, and their ratios."""
    counts = [int(text) for text in sys.argv[1:]] or [2_500, 10_000]
    fewer, more = counts if len(counts) == 2 else (counts[0], 4 * counts[0])
    found: dict[tuple[int, str], tuple[float, float]] = {}
    for count in (fewer, more):
        with tempfile.TemporaryDirectory(prefix="hotlint-bench-") as name, tempfile.TemporaryDirectory() as cache:
            folder = Path(name)
            write_tree(folder, count)
            for run, options in (("cold", ()), ("nothing changed", ())):
                seconds, memory = found[count, run] = measured(folder, cache, *options)
                print(
                    f"{count:6} templates, {run:16} {seconds:7.2f} s  {1000 * seconds / count:6.3f} ms each  {memory:6.0f} MiB"
                )
    for run in ("cold", "nothing changed"):
        (less, small), (much, large) = found[fewer, run], found[more, run]
        time, each = much / less * fewer / more, 1024 * (large - small) / (more - fewer)
        print(
            f"{run}: time a template {time:.2f} of that in the smaller tree (1 is linear), memory {each:.1f} KiB a template"
        )


if __name__ == "__main__":
    main()
