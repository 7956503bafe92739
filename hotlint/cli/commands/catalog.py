"""`hotlint catalog`: the resource types of a site's own cloud."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from hotlint.cli.main import UsageError

DESCRIPTION = """Take over the resource types of your cloud, or show or forget what was taken over.

hotlint catalog import --cloud NAME      ask a cloud of clouds.yaml (this opens the network; needs hotlint[openstack])
hotlint catalog import --heat PYTHON     from the openstack-heat that a Python interpreter has (its plugins are run)
hotlint catalog import FILE...           from the output of `openstack orchestration resource type show -f json TYPE`
hotlint catalog show                     what was taken over
hotlint catalog clear                    forget it"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=("import", "show", "clear"))
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="output of `openstack orchestration resource type show`"
    )
    parser.add_argument("--cloud", metavar="NAME", help="a cloud of clouds.yaml")
    parser.add_argument("--heat", metavar="PYTHON", help="a Python interpreter that has openstack-heat")
    parser.add_argument("--plugin-dir", action="append", default=[], metavar="FOLDER", help="with --heat: its plugins")


def run(options: Namespace) -> int:
    from hotlint.resource_types import cloud_import as imports
    from hotlint.resource_types.site_catalog import remove_imported, site_layer

    if options.action == "show":
        layer = site_layer()
        names = sorted(layer.index["types"]) if layer is not None else []
        print("\n".join(names) if names else "Nothing was taken over.")
        return 0
    if options.action == "clear":
        print("Forgotten." if remove_imported() else "Nothing was taken over.")
        return 0
    if bool(options.files) + bool(options.cloud) + bool(options.heat) != 1:
        raise UsageError("import needs one of FILE..., --cloud NAME and --heat PYTHON")
    try:
        if options.files:
            found = imports.import_files(options.files)
        elif options.cloud:
            found = imports.import_cloud(options.cloud)
        else:
            found = imports.import_heat(options.heat, plugin_dirs=options.plugin_dir)
    except imports.CatalogImportError as exc:
        raise UsageError(str(exc)) from None
    except OSError as exc:
        raise UsageError(f"cannot read '{exc.filename}': {exc.strerror}") from None
    for name, why in found.skipped:
        print(f"left out: {name}: {why}")
    print(f"{len(found.types)} resource types taken over into {found.folder}")
    return 0
