#!/usr/bin/env python3
"""Generate the facts of resource types from an installed openstack-heat: hotlint/data/types.json, types/, classes.json.

    PYTHON-WITH-HEAT tools/generate/resource_types.py --out hotlint/data

`make catalog` runs this. The work is done by hotlint/resource_types/extraction, which `hotlint catalog import` also runs.
"""

import pathlib
import runpy

if __name__ == "__main__":
    runpy.run_path(
        str(pathlib.Path(__file__).resolve().parents[2] / "hotlint" / "resource_types" / "extraction"),
        run_name="__main__",
    )
