"""`hotlint cloud`: take snapshots of what a cloud has, and compare them."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from hotlint.cli.errors import UsageError
from hotlint.cli.options import CLOUD, add_fail_on, add_format, add_options, group, number_of_seconds
from hotlint.operations.named_files import replace_file, text_of

if TYPE_CHECKING:
    from hotlint.cloud.snapshot import Snapshot

DESCRIPTION = """Take a snapshot of what a cloud has, and show what changed since.

hotlint cloud snapshot --cloud NAME [-o FILE]    ask a cloud of clouds.yaml (opens the network; needs hotlint[openstack])
hotlint cloud snapshot --cloud NAME -o FILE --refresh    the same for a file that exists: its order and its comments stay
hotlint cloud diff OLD NEW                       compare two snapshots
hotlint cloud list                               list the clouds of clouds.yaml (reads files only)
hotlint cloud diff OLD --cloud NAME              compare a snapshot with the cloud as it is now (opens the network)

A snapshot has no secrets and is for a repository: name it in .hotlint.yaml as 'cloud_snapshot: cloud.yaml', or as 'target'.
What the cloud does not have or does not permit is a note in it.

Exit codes: 0 success, 1 --fail-on is reached, 2 usage error, or the cloud cannot be asked."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("action", choices=("snapshot", "diff", "list"), help="the action")
    add("files", nargs="*", metavar="FILE", help="diff: snapshots")
    add_options(parser, "--cloud", "--output")
    add(
        "--refresh",
        action="store_true",
        help="snapshot: change the file of -o to what the cloud has now, keep comments",
    )
    add(
        "--with-ids",
        action="store_true",
        help="snapshot: also servers, server groups, ports, volumes, volume snapshots, projects, users, user groups",
    )
    add("--force", action="store_true", help="snapshot: replace a file that exists")
    add_format(parser, "output format of diff and list: text or json (default: text)", ("text", "json"), "text")
    add_fail_on(parser, {"change": "diff: something changed"})
    add_options(parser, "--timeout")
    group(parser, CLOUD).add_argument(
        "--total-timeout",
        type=number_of_seconds,
        default=300.0,
        metavar="SECONDS",
        help="for the cloud at all (default: 300)",
    )


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.cloud.errors import CloudError

    try:
        if options.action == "list":
            return _list(options)
        return _snapshot(options) if options.action == "snapshot" else _diff(options)
    except CloudError as exc:
        raise UsageError(str(exc)) from None


def _list(options: Namespace) -> int:
    from hotlint.cloud.clouds_yaml import cloud_names

    names = cloud_names()
    print(
        json.dumps(names) if options.format == "json" else "\n".join(names) if names else "clouds.yaml names no cloud."
    )
    return 0


def _snapshot(options: Namespace) -> int:
    if not options.cloud or options.files:
        raise UsageError("cloud snapshot takes --cloud NAME and no files; the result goes to -o FILE")
    if options.refresh and not options.output:
        raise UsageError("--refresh changes the file of -o FILE, which is not given")
    path, before = options.output, None
    if path and (options.refresh or os.path.lexists(path)):
        if not options.refresh and not options.force:
            raise UsageError(f"'{path}' exists: --refresh keeps its comments, --force replaces it")
        before = text_of(path) if options.refresh and os.path.exists(path) else None
    from hotlint.cloud.sections import SECTIONS
    from hotlint.cloud.snapshot_file import refreshed_text, snapshot_text

    if before is not None:
        from hotlint.cloud.snapshot_reader import plain_snapshot

        kept = plain_snapshot(before)  # before the cloud is asked for minutes
        options.with_ids = options.with_ids or any(section.name in kept for section in SECTIONS if section.asked)
    found = _ask(options)
    text = snapshot_text(found) if before is None else refreshed_text(before, found)
    if not path:
        print(text, end="")
    else:
        replace_file(path, before, text)
    for note in found.get("notes", ()):
        print(f"hotlint: not known ({', '.join(note['about'])}): {note['note']}", file=sys.stderr)
    return 0


def _ask(options: Namespace) -> Snapshot:
    """Return what the cloud has now, with the release of its Heat."""
    from hotlint.cloud.connection import connect
    from hotlint.cloud.snapshot import take
    from hotlint.resource_types.cloud_release import with_release

    connection = connect(options.cloud, request_seconds=options.timeout, total_seconds=options.total_timeout)
    return with_release(take(connection, options.with_ids))


def _diff(options: Namespace) -> int:
    from hotlint.cloud.comparison import change_lines, compare_snapshots
    from hotlint.cloud.sections import SECTIONS

    if len(options.files) + bool(options.cloud) != 2 or not options.files:
        raise UsageError("cloud diff takes two snapshots, OLD and NEW, or OLD and --cloud NAME")
    sides = [_read(path) for path in options.files]
    if options.cloud:
        options.with_ids = any(section.name in sides[0] for section in SECTIONS if section.asked)
        sides.append(_ask(options))
    changes = compare_snapshots(*sides)
    if options.format == "json":
        print(json.dumps({"changes": [change._asdict() for change in changes]}, indent=2))
    else:
        print("\n".join(change_lines(changes)) if changes else "Nothing changed.")
    return 1 if changes and options.fail_on else 0


def _read(path: str) -> Snapshot:
    from hotlint.cloud.errors import CloudError
    from hotlint.cloud.snapshot_reader import plain_snapshot

    try:
        return plain_snapshot(text_of(path))
    except CloudError as exc:
        raise UsageError(f"'{path}' is not a snapshot of a cloud: {exc}") from None
