"""Speed and memory of `hotlint check`, as ratios to what was measured in the same run: only ratios carry over.

    python benchmarks/bench_check.py [FOLDER]        a folder of templates, such as a clone of heat-templates

1. checking a corpus in one process, against PyYAML's C compose of the same texts (at most 2)
2. `hotlint check` of one 200-line file, installed from a wheel, against `python -c pass` (at most 5)
3. growth: time per line of 1,000 to 50,000 lines, against that of 1,000 (about 1)
4. peak memory over the corpus (at most 60 MiB), and of two processes against one
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml
from wheel import install_wheel

from hotlint.linter.checking.engine import Engine

RESOURCE = """\
  server{n}:
    type: OS::Nova::Server
    properties:
      name: {{list_join: ['-', [{{get_param: prefix}}, server, '{n}']]}}
      image: {{get_param: image}}
      flavor: m1.small
      networks:
        - port: {{get_resource: port{n}}}
  port{n}:
    type: OS::Neutron::Port
    properties:
      network: {{get_param: network}}
      fixed_ips:
        - subnet: {{get_param: network}}
"""
HEAD = """\
heat_template_version: 2018-08-31
description: generated
parameters:
  prefix: {type: string, description: start of all names}
  image: {type: string, description: the image}
  network: {type: string, description: the network}
resources:
"""


def template(lines: int) -> str:
    """A template of about that many lines."""
    each = RESOURCE.count("\n")
    return HEAD + "".join(RESOURCE.format(n=n) for n in range(max(1, (lines - HEAD.count("\n")) // each)))


def best(work: Callable[[], object], times: int = 5, clock: Callable[[], float] = time.perf_counter) -> float:
    """Seconds of the fastest of some runs; what this process does itself is best measured by its own clock."""
    found = []
    for _ in range(times):
        start = clock()
        work()
        found.append(clock() - start)
    return min(found)


def corpus(folder: Path) -> dict[str, str]:
    """The templates below a folder, by path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in (".yaml", ".yml", ".template", ".hot"):
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue
            if "heat_template_version" in text:
                found[str(path)] = text
    return found


def compose(texts: list[str]) -> None:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    for text in texts:
        try:
            yaml.compose(text, loader)
        except yaml.YAMLError:
            continue


def in_process(texts: dict[str, str]) -> None:
    engine = Engine()

    def check() -> None:
        for path, text in texts.items():
            engine.check_file(path, text)

    check()
    reference = best(lambda: compose(list(texts.values())), 10, time.process_time)
    ours = best(check, 10, time.process_time)
    lines = sum(t.count("\n") for t in texts.values())
    print(f"corpus: {len(texts)} files, {lines} lines; check / compose = {ours / reference:.2f}")


def start_up(folder: Path) -> None:
    """Measure the whole command on one file, installed from a wheel, with and without the cache of results."""
    python = str(install_wheel(folder))
    path = folder / "two-hundred.yaml"
    path.write_text(template(200))
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}

    def run(*args: str) -> Callable[[], object]:
        return lambda: subprocess.run(
            [python, *args], check=False, stdout=subprocess.DEVNULL, env=environment, cwd=folder
        )

    bare = best(run("-c", "pass"), 15)
    first = best(run("-m", "hotlint", "check", "--no-cache", str(path)), 1)
    uncached = best(run("-m", "hotlint", "check", "--no-cache", str(path)), 15)
    run("-m", "hotlint", "check", str(path))()
    cached = best(run("-m", "hotlint", "check", str(path)), 15)
    print(
        f"start-up from a wheel, 200 lines, / python -c pass: very first run {first / bare:.1f}, "
        f"without result cache {uncached / bare:.1f}, with result cache {cached / bare:.1f}"
    )
    print(f"  in milliseconds: {bare * 1e3:.0f}, {first * 1e3:.0f}, {uncached * 1e3:.0f}, {cached * 1e3:.0f}")


def growth() -> None:
    engine = Engine()
    each = {}
    for lines in (1_000, 5_000, 10_000, 50_000):
        text = template(lines)
        each[lines] = best(lambda text=text: engine.check_file("t.yaml", text), 3, time.process_time) / text.count("\n")  # type: ignore[misc]
    base = each[1_000]
    print("time a line / that of 1,000 lines:", ", ".join(f"{n}: {t / base:.2f}" for n, t in each.items()))


def memory(folder: Path) -> None:
    program = (  # not ru_maxrss: that starts with what the parent had
        "import sys; from hotlint.cli.main import main; main(['check', '-q', '--no-cache', '-j1', sys.argv[1]]);"
        "peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')];"
        "print(int(peak[0].split()[1]) / 1024, file=sys.stderr)"
    )
    if os.path.exists("/proc/self/status"):
        done = subprocess.run([sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=True)
        print(f"peak memory over the corpus: {float(done.stderr.split()[-1]):.0f} MiB")
    times = {}
    for jobs in ("1", "2"):
        command = [sys.executable, "-m", "hotlint", "check", "-q", "--no-cache", "-j", jobs, str(folder)]
        times[jobs] = best(lambda command=command: subprocess.run(command, check=False, capture_output=True), 3)  # type: ignore[misc]
    command = [sys.executable, "-m", "hotlint", "check", "-q", str(folder)]
    subprocess.run(command, check=False, capture_output=True)
    warm = best(lambda: subprocess.run(command, check=False, capture_output=True), 3)
    print(f"whole corpus: -j2 / -j1 = {times['2'] / times['1']:.2f}, unchanged / -j1 = {warm / times['1']:.2f}")


def main() -> None:
    gc.disable()
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "examples")
    in_process(corpus(folder))
    growth()
    with tempfile.TemporaryDirectory() as scratch:
        start_up(Path(scratch))
    memory(folder)


if __name__ == "__main__":
    main()
