"""`hotlint catalog`: import the resource types of a cloud, and show or remove them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.errors import UsageError
from hotlint.cli.options import add_options, add_setting
from hotlint.common.counts import counted
from hotlint.operations.errors import cannot_read

DESCRIPTION = """Import the resource types of your cloud, or show or remove the imported ones.

hotlint catalog import --cloud NAME    from a cloud of clouds.yaml (opens the network; needs hotlint[openstack])
hotlint catalog import --heat PYTHON   from the openstack-heat of a Python interpreter (runs its plugins)
hotlint catalog import FILE...         from the output of `openstack orchestration resource type show -f json TYPE`
hotlint catalog show                   list the imported types
hotlint catalog clear                  remove them"""


def arguments(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("action", choices=("import", "show", "clear"), help="the action")
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="import: output of `openstack orchestration resource type show`",
    )
    add_options(parser, "--cloud", "--timeout")
    parser.add_argument("--heat", metavar="PYTHON", help="a Python interpreter that has openstack-heat")
    add_setting(parser, "plugin_dirs")


def run(options: Namespace) -> int:
    """Run the command. Returns the exit code."""
    from hotlint.resource_types import cloud_import as imports
    from hotlint.resource_types.site_catalog import remove_imported, site_layer

    if options.action == "show":
        layer = site_layer()
        names = sorted(layer.index["types"]) if layer is not None else []
        print("\n".join(names) if names else "No resource types are imported.")
        return 0
    if options.action == "clear":
        print("The imported resource types were removed." if remove_imported() else "No resource types are imported.")
        return 0
    if bool(options.files) + bool(options.cloud) + bool(options.heat) != 1:
        raise UsageError("import needs exactly one of FILE..., --cloud NAME and --heat PYTHON")
    try:
        if options.files:
            found = imports.import_files(options.files)
        elif options.cloud:
            found = imports.import_cloud(options.cloud, timeout=options.timeout)
        else:
            found = imports.import_heat(options.heat, plugin_dirs=options.plugin_dir)
    except imports.CatalogImportError as exc:
        raise UsageError(str(exc)) from None
    except OSError as exc:
        raise cannot_read(exc) from None
    for name, why in found.skipped:
        print(f"skipped {name}: {why}")
    print(f"imported {counted(len(found.types), 'resource type')} into {found.folder}")
    return 0
