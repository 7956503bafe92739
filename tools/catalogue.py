#!/usr/bin/env python3
"""Write hotlint's catalogue of resource types from an installed openstack-heat.

    PYTHON-WITH-HEAT tools/catalogue.py --out hotlint/data

`make catalog` calls this. The work is done by hotlint/resource_types/extraction, which `hotlint catalog import` also runs.
"""

import pathlib
import runpy

if __name__ == "__main__":
    runpy.run_path(
        str(pathlib.Path(__file__).parent.parent / "hotlint" / "resource_types" / "extraction"), run_name="__main__"
    )
