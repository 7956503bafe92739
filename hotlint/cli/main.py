"""The `hotlint` command. Exit codes: 0 no findings, 1 findings, 2 usage error, 130 interrupted."""

from __future__ import annotations

import gc
import os
import sys

from hotlint.cli.errors import UsageError
from hotlint.cli.subcommands import GROUPS, SUBCOMMANDS, load, parser
from hotlint.common.annotations import TextIO
from hotlint.common.printable import printable, with_printable_output
from hotlint.operations.errors import OperationError


def main(argv: list[str] | None = None) -> int:
    """Run the command with these arguments (None: those of the process). Returns the exit code."""
    args = sys.argv[1:] if argv is None else argv
    collecting = gc.isenabled()
    gc.disable()  # a command is short, and leaves hardly any reference cycles
    try:
        return with_printable_output(lambda: _run(args))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        discard_output()
        return 1
    except OSError as exc:
        if exc.filename is not None:
            raise
        return _unwritable(exc)
    finally:
        if collecting:
            gc.enable()


def entry() -> None:
    """Run the command and end the process at once, without freeing its objects one by one."""
    prepare()
    code = main()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = code or 1
    except OSError as exc:
        code = _unwritable(exc)
    try:
        sys.stderr.flush()
    except OSError:
        code = code or 1
    if "multiprocessing.resource_tracker" in sys.modules:
        sys.exit(code)  # frees what it shared with processes that were started anew
    os._exit(code)


def _unwritable(exc: OSError) -> int:
    """Say that the output could not be written, such as on a full disk. Returns the exit code."""
    from contextlib import suppress  # importing it takes longer than `hotlint --version`

    discard_output()
    with suppress(OSError):
        print(f"hotlint: cannot write the output: {exc.strerror}", file=sys.stderr)
    return 2


def _run(args: list[str]) -> int:
    try:
        return _dispatched(args)
    except OperationError as exc:
        for note in exc.notes:
            print(f"hotlint: {printable(note)}", file=sys.stderr)
        print(f"hotlint: {printable(str(exc))}", file=sys.stderr)
        return 1 if _counts_changes(args) else 2
    except SystemExit as exc:  # of the parser of arguments
        if exc.code == 2 and _counts_changes(args):
            return 1
        raise


def _counts_changes(args: list[str]) -> bool:
    """Return whether exit code 2 stands for changes, as in Terraform, so that errors are 1."""
    return "--detailed-exitcode" in args


def _dispatched(args: list[str]) -> int:
    name = args[0] if args else "-h"
    if name in ("-h", "--help", "help"):
        print(overview() if name != "-h" else short_overview())
        return 0 if args else 2
    if name in ("-V", "--version"):
        from hotlint.common.version import __version__

        print(f"hotlint {__version__}")
        return 0
    if name not in SUBCOMMANDS:
        raise UsageError(_unknown(name))
    code: int = load(name).run(parser(name).parse_args(args[1:]))
    return code


def overview() -> str:
    """Return the text of `hotlint --help`."""
    lines = []
    for title, commands in GROUPS.items():
        lines += [f"{title}:\n", *(f"  {name:<11} {summary}\n" for name, summary in commands.items()), "\n"]
    return f"{_HEAD}{''.join(lines)}{_END} Exit codes: 0 no findings, 1 findings, 2 usage error."


def short_overview() -> str:
    """Return the text of `hotlint -h`: one screen, with a line for each group of commands."""
    listed = "".join(f"  {title:<25} {', '.join(commands)}\n" for title, commands in GROUPS.items())
    return f"{_HEAD}{listed}\n{_END}"


_HEAD = "usage: hotlint COMMAND [ARGUMENT...]\n\nLinter, dry run and language server for OpenStack Heat (HOT) templates.\n\n"
_END = (
    "  -h             list the commands, on one screen\n"
    "  --help         say what each command does\n"
    "  -V, --version  show the version\n\n"
    "'hotlint COMMAND -h' shows its usual arguments, '--help' all."
)


def _unknown(name: str) -> str:
    from hotlint.common.suggestions import did_you_mean

    if os.path.exists(name) or name.startswith("-") or name.endswith((".yaml", ".yml")):
        file = f'"{name}"' if " " in name else name
        hint = f" (did you mean 'hotlint check {file}'?)"
    else:
        hint = did_you_mean(name, SUBCOMMANDS) or "; 'hotlint --help' lists them"
    return f"unknown command '{name}'{hint}"


def prepare() -> None:
    """Make standard output and standard error take any text, and replace what is closed by the null device.

    Without the latter, the next file that is opened would become the standard output. Output that is not for a terminal is
    UTF-8 in every locale, since other programs read it, unless PYTHONIOENCODING says otherwise; what a terminal cannot show
    is written as an escape.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    if sys.stderr is None:
        sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    for stream in (sys.stdout, sys.stderr):
        _take_any_text(stream)


def _take_any_text(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return
    chosen = stream.isatty() or "PYTHONIOENCODING" in os.environ
    if not chosen and stream.encoding.lower().replace("_", "-") != "utf-8":
        reconfigure(encoding="utf-8")
    reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Send what is still to be written to the null device: nobody reads it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
