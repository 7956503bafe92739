#!/usr/bin/env python3
"""What a dry run costs: as a multiple of what PyYAML's C parser takes to compose the same text, and of yaql.

    python benchmarks/bench_preview.py [TEMPLATE]

Without TEMPLATE, one of 2,000 lines without yaql is made up, of resources such as real templates have. The dry run is
measured whole: reading the file, parsing it, and every parameter, condition, resource and output. Then a small template
without and with one honest yaql expression, with the helper process warm. Each figure is the best of many rounds, the sides in turn.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from hotlint.analysis.budget import Budget, Meter
from hotlint.analysis.composition.template_context import TemplateContext
from hotlint.analysis.files.project import Project
from hotlint.dry_run.stack_preview import Preview
from hotlint.resource_types.catalog import Catalog

ROUNDS = 50
MOST_TIMES, MOST_MILLISECONDS = 4.0, 10.0
HEAD = """\
heat_template_version: 2018-08-31
description: a template made for measuring
parameters:
  image: {type: string, default: debian-12}
  flavor: {type: string, default: m1.small}
  names: {type: comma_delimited_list, default: "a,b,c"}
  public: {type: boolean, default: true}
conditions:
  is_public: {equals: [{get_param: public}, true]}
resources:
"""
BLOCK = """\
  network_{n}:
    type: OS::Neutron::Net
    properties:
      name: network-{n}
  subnet_{n}:
    type: OS::Neutron::Subnet
    properties:
      network: {{get_resource: network_{n}}}
      cidr: 10.0.{n}.0/24
      dns_nameservers: [9.9.9.9, 149.112.112.112]
  port_{n}:
    type: OS::Neutron::Port
    properties:
      network: {{get_resource: network_{n}}}
      fixed_ips:
        - subnet: {{get_resource: subnet_{n}}}
  server_{n}:
    type: OS::Nova::Server
    properties:
      name:
        list_join: ["-", [server, "{n}", {{get_param: [names, 0]}}]]
      image: {{get_param: image}}
      flavor: {{get_param: flavor}}
      networks:
        - port: {{get_resource: port_{n}}}
      user_data_format: RAW
      user_data:
        str_replace:
          template: |
            #!/bin/sh
            echo "$name is at $address" > /etc/motd
            systemctl restart web
          params:
            $name: server-{n}
            $address: {{get_attr: [port_{n}, fixed_ips, 0, ip_address]}}
  address_{n}:
    type: OS::Neutron::FloatingIP
    condition: is_public
    properties:
      floating_network: public
      port_id: {{get_resource: port_{n}}}
"""
YAQL = """\
outputs:
  sizes:
    value:
      yaql:
        expression: $.data.items.where($.size > 1).select($.name).orderBy($)
        data: {items: [{name: b, size: 2}, {name: a, size: 3}, {name: c, size: 1}]}
"""


def made(lines: int) -> str:
    blocks = ""
    number = 0
    while (HEAD + blocks).count("\n") < lines:
        blocks += BLOCK.format(n=number)
        number += 1
    return HEAD + blocks


def dry_run(path: str) -> None:
    """Everything that a preview shows."""
    project = Project(CATALOG)
    preview = Preview(
        TemplateContext.open(project, path, project.environment([]), Meter(Budget()), root=True, offline=True)
    )
    preview.parameters(), preview.conditions(), preview.resources(), preview.outputs()


CATALOG = Catalog()


def best(*works: Callable[[], object]) -> list[float]:
    """The least seconds of each, measured in turn: what other work on the machine adds does not count."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for taken, work in zip(times, works, strict=True):
            gc.collect()
            start = time.perf_counter()
            work()
            taken.append(time.perf_counter() - start)
    return [min(taken) for taken in times]


def main() -> int:
    text = Path(sys.argv[1]).read_text("utf-8") if len(sys.argv) > 1 else made(2_000)
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        whole, small, with_yaql = (Path(folder, f"{name}.yaml") for name in ("whole", "small", "yaql"))
        whole.write_text(text, "utf-8")
        small.write_text(made(20), "utf-8")
        with_yaql.write_text(made(20) + YAQL, "utf-8")
        for path in (whole, small, with_yaql):
            dry_run(str(path))
        compose, run, without, yaql = best(
            lambda: yaml.compose(text, Loader=yaml.CSafeLoader),
            lambda: dry_run(str(whole)),
            lambda: dry_run(str(small)),
            lambda: dry_run(str(with_yaql)),
        )
    times, more = run / compose, (yaql - without) * 1000
    print(f"{text.count(chr(10)):,} lines: compose {compose * 1000:.1f} ms, dry run {run * 1000:.1f} ms")
    print(f"dry run / compose: {times:.2f} (at most {MOST_TIMES:g})")
    print(f"one yaql expression: {more:+.1f} ms (at most {MOST_MILLISECONDS:g})")
    return 0 if times <= MOST_TIMES and more <= MOST_MILLISECONDS else 1


if __name__ == "__main__":
    raise SystemExit(main())
