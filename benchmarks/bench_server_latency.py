#!/usr/bin/env python3
"""From a key press to findings of that version, and from a question to its answer, in texts of several sizes.

    python benchmarks/bench_server_latency.py [--lines 200 2000 10000] [--edits 40]

Times are in milliseconds, and as multiples of reading the whole text once with PyYAML's C parser: that is what moves with
the machine. Every fifth edit breaks the YAML, and the next one repairs it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml
from lsp_client import Client

HEAD = "heat_template_version: 2018-08-31\nparameters:\n  image: {type: string, default: cirros}\nresources:\n"
UNIT = """\
  port_{n}:
    type: OS::Neutron::Port
    properties:
      network: private
      name: port-{n}
  server_{n}:
    type: OS::Nova::Server
    properties:
      image: {{get_param: image}}
      flavor: m1.small
      networks:
        - port: {{get_resource: port_{n}}}
"""


def document(lines: int) -> str:
    return HEAD + "".join(UNIT.format(n=n) for n in range(lines // UNIT.count("\n")))


def compose_ms(text: str) -> float:
    samples = []
    for _ in range(5):
        began = time.perf_counter()
        yaml.compose(text, Loader=yaml.CSafeLoader)
        samples.append(1000 * (time.perf_counter() - began))
    return sorted(samples)[2]


def published(name: str, samples: list[float], context: float) -> None:
    ordered = sorted(1000 * s for s in samples)
    half, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    print(
        f"  {name:12} p50 {half:7.1f} ms ({half / context:5.2f} x)   p95 {most:7.1f} ms ({most / context:5.2f} x)",
        flush=True,
    )


def edits(client: Client, uri: str, line: int, column: int, count: int) -> list[float]:
    samples = []
    broken = False
    for version in range(2, count + 2):
        start = {"line": line, "character": column - broken}
        end = {"line": line, "character": column}
        was, broken = broken, not broken and version % 5 == 0
        change = {"range": {"start": start, "end": end}, "text": "" if was else ":" if broken else "x"}
        column += -1 if was else 1
        began = time.perf_counter()
        client.notify(
            "textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [change]}
        )
        with client.changed:
            client.changed.wait_for(lambda v=version: client.diagnostics.get(uri, (0,))[0] >= v, 60)  # type: ignore[misc]
        samples.append(time.perf_counter() - began)
    return samples


def timed(work: Callable[[], object], count: int) -> list[float]:
    samples = []
    for _ in range(count):
        began = time.perf_counter()
        work()
        samples.append(time.perf_counter() - began)
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--lines", type=int, nargs="+", default=[200, 2000, 10000])
    parser.add_argument("--edits", type=int, default=40)
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp())
    client = Client(root)
    for lines in options.lines:
        text = document(lines)
        uri = (root / f"{lines}.yaml").as_uri()
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        with client.changed:
            client.changed.wait_for(lambda u=uri: u in client.diagnostics, 60)  # type: ignore[misc]
        context = compose_ms(text)
        rows = text.split("\n")
        middle = next(n for n in range(len(rows) // 2, len(rows)) if "name: port-" in rows[n])
        at = next(n for n in range(middle, len(rows)) if "get_resource" in rows[n])
        print(
            f"{len(rows)} lines; reading them once takes {context:.1f} ms; the server has {client.memory() / 1024:.0f} MiB"
        )
        published("findings", edits(client, uri, middle, len(rows[middle]), options.edits), context)
        params = {"textDocument": {"uri": uri}, "position": {"line": at, "character": rows[at].index("port_") + 3}}
        for name in ("completion", "hover", "definition"):
            published(name, timed(lambda m=name, p=params: client.request(f"textDocument/{m}", p), 20), context)  # type: ignore[misc]
    client.stop()


if __name__ == "__main__":
    main()
