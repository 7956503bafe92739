#!/usr/bin/env python3
"""Write hotlint's catalogue of resource types from an installed openstack-heat.

    PYTHON-WITH-HEAT tools/catalogue.py --out hotlint/data

`make catalogue` calls this. The work is done by hotlint/heat_facts, which `hotlint catalogue import` also runs.
"""

import pathlib
import runpy

if __name__ == "__main__":
    runpy.run_path(str(pathlib.Path(__file__).parent.parent / "hotlint" / "heat_facts"), run_name="__main__")
