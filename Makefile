# Two commands do everything on a machine with Python (>= 3.11) only: `make demo` and `make test`.
# Each makes its own virtual environment in .venv first, when it is not there or pyproject.toml has changed.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEFAULT := $(VENV)/.installed-default
SPHINX := $(VENV)/.installed-docs
CORPUS ?= examples
HEAT_PYTHON ?= python3
RELEASES ?=
CREATIONS ?= 300
UPDATES ?= 100
SEED ?= 1
CLOUD_RESULTS ?= build

.PHONY: demo test test-fast test-wasm compare-wasm coverage lint types imports docs docs-check site playground test-playground site-check site-pictures catalog usage new-rule new-function house-rules bench test-cloud test-cloud-updates test-cloud-creations deploys test-editors test-vscode check clean help

help:
	@sed -n 's/^## //p' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	@touch $@ $(DEFAULT)

# What `pip install hotlint` installs, without extras.
$(DEFAULT): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(SPHINX): $(STAMP)
	$(BIN)/python -m pip install --quiet --editable ".[docs]"
	@touch $@

## demo          lint the examples and show what is found; fails unless that is what examples/README.md records
demo: $(DEFAULT)
	@echo "hotlint check examples"
	@$(BIN)/hotlint check examples; test $$? -eq 1
	@$(BIN)/python tools/generate/consoles.py examples/README.md

## test          run all tests, and list those that are skipped, each with the reason
test: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal -rs

## house-rules   the tests of the project itself, and of what a release sets, in ten seconds
house-rules: $(STAMP)
	$(BIN)/python -m pytest -n 0 tests/project tests/tools/test_release.py

.PHONY: artefacts
ARTEFACTS ?=
## artefacts     build what ships from a clean clone and use it as its users do: make artefacts [ARTEFACTS="wheel site"]
artefacts: $(SPHINX)
	$(BIN)/python tools/artefacts $(ARTEFACTS)

# Folders whose tests stay in one process, or start few others.
FAST := common syntax language resource_types analysis dry_run linter rules rewriting suites policies

## test-fast     run the tests that need no command, server, sandbox, cloud or recorded answers, in under a minute
test-fast: $(STAMP)
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow" --ignore=tests/language/test_sandbox.py $(FAST:%=tests/%)

# What a browser runs, too: everything but commands, the server's transports and whatever starts processes.
FOLDERS := examples
IN_WASM = ulimit -s 65000 && cd build/wasm && node --stack-size=60000 ../../tools/wasm/run.mjs \
  "$$(../../$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')"
WASM := syntax language resource_types analysis dry_run rules suites output ide

## test-wasm     run the core's tests in Pyodide, in Node: Python in WebAssembly, as browsers have it
test-wasm: $(STAMP) build/wasm
	$(IN_WASM) tests -m "not slow" $(WASM:%=tests/%)

## compare-wasm  compare the findings of FOLDERS in Pyodide and in this Python, byte by byte
compare-wasm: $(STAMP) build/wasm
	$(BIN)/python tools/wasm/runs.py build/wasm/here.json $(abspath $(FOLDERS))
	$(IN_WASM) findings build/wasm/there.json $(abspath $(FOLDERS))
	cmp build/wasm/here.json build/wasm/there.json

build/wasm:
	npm install --silent --no-save --prefix $@ pyodide@314

.PHONY: gate-cost
## gate-cost     fail where a check costs more calls, files or instructions than recorded: half a minute, on a machine with any load
gate-cost: $(STAMP)
	$(BIN)/python benchmarks/gate_cost.py

.PHONY: walk
AT ?=
## walk          count the stays, files and climbs of a path through `hotlint check FILE`: make walk [AT="COMMIT COMMIT"]
walk: $(STAMP)
	$(BIN)/python tools/walk.py $(if $(AT),--at $(AT))

## coverage      run all tests and measure branch coverage, server and worker processes included; fails below 90 %
coverage: $(STAMP)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --ignore=tests/editors -k "not nothing_heavy"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --skip-covered

## lint          ruff: rules and format; codespell: spelling
lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell

## types         mypy --strict
types: $(STAMP)
	$(BIN)/mypy

## imports       the layers of the architecture, by import-linter
imports: $(STAMP)
	PYTHONPATH=tools $(BIN)/lint-imports

## check         test, lint, types, imports, and that the generated documents are up to date: what CI does
check: test lint types imports docs-check

## docs          write the generated documents: docs/rules, the JSON schema of the configuration
docs: $(STAMP)
	$(BIN)/python tools/generate

## docs-check    fail when the generated documents are stale
docs-check: $(STAMP)
	$(BIN)/python tools/generate --check

## test-cloud    hold plans and checks against a real OpenStack: make test-cloud CLOUD=name-in-clouds.yaml CASES=folder
test-cloud: $(STAMP)
	$(BIN)/python -m pip install --quiet openstacksdk python-heatclient
	@mkdir -p $(CLOUD_RESULTS)
	$(MAKE) -j 2 test-cloud-updates $(if $(CASES),test-cloud-creations)
	$(BIN)/python tests/cloud/snapshot_mistakes.py --cloud $(CLOUD) --truth
	$(BIN)/python -m pytest -q tests/cloud tests/plans

test-cloud-updates:
	$(BIN)/python tests/cloud/plan_updates.py --cloud $(CLOUD) $(if $(COMPUTE),--compute) --updates $(UPDATES) --seed $(SEED) --out $(CLOUD_RESULTS)/updates.json

test-cloud-creations:
	$(BIN)/python tests/cloud/create_agreement.py --cloud $(CLOUD) --cases $(CASES) --count $(CREATIONS) --seed $(SEED) --out $(CLOUD_RESULTS)/creations.json

## deploys       create the pairs of tests/deploys on a real cloud, and record how each ended: make deploys CLOUD=name-in-clouds.yaml
deploys: $(STAMP)
	$(BIN)/python -m pip install --quiet openstacksdk
	$(BIN)/python tests/deploys/record.py --cloud $(CLOUD) $(if $(ONLY),--only '$(ONLY)') $(if $(ATTRIBUTES),--attributes $(ATTRIBUTES))

## site          build the documentation site with its playground into build/site; a warning is an error
site: $(SPHINX) playground
	$(BIN)/python tools/website/build.py

## playground    build the playground, hotlint in a browser, into build/site/playground (needs node)
PLAYGROUND := tools/website/playground
playground: $(STAMP)
	npm ci --silent --prefix $(PLAYGROUND)
	$(BIN)/python tools/website/build.py --examples build/site/playground/examples.json
	$(BIN)/python tools/one_file.py --out build/playground.pyz --extra policies
	node $(PLAYGROUND)/build.mjs build/site/playground build/playground.pyz

## test-playground drive the playground in a real Chromium: type, complete, fix, share, reload; pictures in build/site-pictures
test-playground: playground
	node $(PLAYGROUND)/test.mjs build/site/playground build/site-pictures/playground

## site-check    what `site` warns of, without writing the pages: a tenth of its time
site-check: $(SPHINX)
	$(BIN)/python tools/website/build.py --check

## site-pictures screenshots of the site's pages, and a search on it, in a real Chromium
site-pictures: site
	$(BIN)/python tools/website/pictures.py

## catalog       write the facts of resource types again: make catalog HEAT_PYTHON=interpreter-with-openstack-heat
catalog: $(STAMP)
	$(HEAT_PYTHON) hotlint/resource_types/extraction --out hotlint/data
	$(BIN)/python tools/generate/releases.py --data hotlint/data $(if $(RELEASES),--cache $(RELEASES))

## release-changes  what Heat's releases changed, and nobody has looked at (RELEASES keeps the wheels in a folder)
release-changes: $(STAMP)
	$(BIN)/python tools/generate/release_changes.py $(if $(RELEASES),--cache $(RELEASES)) $(if $(DIFF),--diff $(DIFF))

## new-rule      scaffold a rule: make new-rule CODE=HOT399 NAME=unknown-thing GROUP=references, or TYPE=OS::Swift::Container
new-rule: $(STAMP)
	$(BIN)/python tools/scaffold.py $(if $(TYPE),type $(TYPE),rule $(CODE) $(NAME) $(GROUP))

## new-function  scaffold a HOT function: make new-function NAME=list_sort
new-function: $(STAMP)
	$(BIN)/python tools/scaffold.py function $(NAME)

## bench         speed, growth and memory in one table, as ratios: make bench CORPUS=folder-of-templates
bench: $(STAMP)
	$(BIN)/python benchmarks/bench_check.py $(CORPUS)

.PHONY: snapshots
## snapshots     record again what is reported, shown and printed; read the difference before it is committed
snapshots: $(STAMP)
	$(BIN)/python -m pytest -q -n auto --tb=no --no-summary tests/snapshots \
	  || HOTLINT_SNAPSHOTS=write $(BIN)/python -m pytest -q -n 0 --last-failed tests/snapshots
	@git status --short tests/data/snapshots

## usage         count what templates use, for the order of completions: make usage CORPUS=folder-of-templates
usage: $(STAMP)
	$(BIN)/python tools/generate/usage.py $(CORPUS)

## test-editors  the language server in real editors (those that are installed: Emacs, Neovim, ...)
test-editors: $(STAMP)
	$(BIN)/python -m pytest tests/editors

## test-vscode   the extension: its own tests, and a drive through a real VS Code
test-vscode: $(STAMP)
	cd vscode-extension && { test -d node_modules || npm ci --no-audit --no-fund; } && npm run check && npm run test:vscode

.PHONY: zipapp
## zipapp        build dist/hotlint.pyz: hotlint and its dependencies as one file, for machines without a package index
zipapp: $(STAMP)
	$(BIN)/python tools/one_file.py

.PHONY: test-lowest test-highest test-locked lock audit sbom reproducible
LOCK := requirements/dev.txt
SUPPLY := .venv-supply-chain
SUPPLY_STAMP := $(SUPPLY)/.installed
PYTEST_OPTIONS ?= -n auto --ignore=tests/editors

$(SUPPLY_STAMP): requirements/supply-chain.txt
	@test -x $(SUPPLY)/bin/python || $(PYTHON) -m venv $(SUPPLY)
	$(SUPPLY)/bin/python -m pip install --quiet -r requirements/supply-chain.txt
	@touch $@

## test-lowest   run all tests with the lowest supported version of every dependency
test-lowest:
	$(PYTHON) -m venv .venv-lowest
	.venv-lowest/bin/python -m pip install --quiet --editable ".[dev,all]" --constraint requirements/lowest.txt
	.venv-lowest/bin/python -m pytest $(PYTEST_OPTIONS)

## test-highest  run all tests with the newest version of every dependency
test-highest:
	$(PYTHON) -m venv .venv-highest
	.venv-highest/bin/python -m pip install --quiet --upgrade --upgrade-strategy eager --editable ".[dev]"
	.venv-highest/bin/python -m pytest $(PYTEST_OPTIONS)

## test-locked   run all tests with the dependencies of the lock file, whose hashes are checked
test-locked:
	$(PYTHON) -m venv .venv-locked
	.venv-locked/bin/python -m pip install --quiet --require-hashes -r $(LOCK)
	.venv-locked/bin/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	.venv-locked/bin/python -m pytest $(PYTEST_OPTIONS)

## lock          write requirements/dev.txt again: every dependency of development, pinned, with hashes
lock: $(SUPPLY_STAMP)
	{ sed -n '/^#/p' $(LOCK); $(SUPPLY)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	  --upgrade --extra dev --extra all --extra docs pyproject.toml; } > $(LOCK).new
	mv $(LOCK).new $(LOCK)

## audit         known vulnerabilities of every dependency, of Python and of the extension
audit: $(SUPPLY_STAMP)
	@$(SUPPLY)/bin/pip-audit --require-hashes --disable-pip -r $(LOCK) || { \
	  echo "audit: pip-audit found a vulnerability, or could not reach the advisory service of PyPI: see above" >&2; exit 1; }
	@cd vscode-extension && { npm audit --audit-level=low || { \
	  echo "audit: npm audit found a vulnerability, or could not reach the advisories of the registry: see above" >&2; exit 1; }; }

.PHONY: audit-lowest
## audit-lowest  known vulnerabilities of the lowest supported version of every dependency: a lower bound follows an advisory
audit-lowest: $(SUPPLY_STAMP)
	@$(SUPPLY)/bin/pip-audit --no-deps -r requirements/lowest.txt || { \
	  echo "audit-lowest: raise the lower bound in pyproject.toml and requirements/lowest.txt, or see above" >&2; exit 1; }

## sbom          list what a release depends on, as CycloneDX, in dist/
sbom: $(SUPPLY_STAMP)
	mkdir -p dist
	rm -rf .venv-sbom && $(PYTHON) -m venv --without-pip .venv-sbom
	$(SUPPLY)/bin/uv pip install --quiet --python .venv-sbom/bin/python ".[all]"
	$(SUPPLY)/bin/cyclonedx-py environment --output-reproducible --output-format JSON -o dist/hotlint.cdx.json .venv-sbom/bin/python
	cd vscode-extension && npm sbom --sbom-format cyclonedx --package-lock-only > ../dist/hotlint-vscode.cdx.json

## reproducible  build the wheel and the sdist twice, and compare their hashes
reproducible: $(STAMP)
	$(BIN)/python tools/reproducible_build.py

.PHONY: mutants growth
MUTANTS ?=
## mutants       take each guard of tools/mutants/mutants.toml away, and fail where no test notices: make mutants [MUTANTS="--only sandbox"]
mutants: $(STAMP)
	$(BIN)/python tools/mutants $(MUTANTS)

## growth        how the time of each command grows with what a template has many of; fails where that is more than n log n
growth: $(STAMP)
	$(BIN)/python benchmarks/growth.py

.PHONY: fuzz
MINUTES ?= 1
FUZZ_SEED ?= 1
FUZZ_STATE ?= .fuzz
FUZZ_OPTIONS ?=

## fuzz          made-up and damaged input for check, preview, fixes, edits and the protocol: make fuzz MINUTES=10 [FUZZ_SEED=2]
fuzz: $(STAMP)
	$(BIN)/python tools/fuzz run --minutes $(MINUTES) --seed $(FUZZ_SEED) --state $(FUZZ_STATE) $(FUZZ_OPTIONS)

.PHONY: sessions
SESSIONS ?= 1000

## sessions      random sessions of editors, compared with the command: make sessions SESSIONS=1000 [SEED=2]
sessions: $(STAMP)
	HOTLINT_SESSIONS=$(SESSIONS) HOTLINT_SEED=$(SEED) $(BIN)/python -m pytest -q -n auto tests/server/test_random_sessions.py

.PHONY: parity parity-record
HEAT_VENV ?= .venv-heat
HEAT_RELEASE ?=
PARITY_OUT ?= .parity
PARITY_SEED ?= 1
PARITY_COUNTS ?= --mutations 1000 --creations 1000 --expressions 1000 --resources 1000 --updates 200
PARITY_SOURCES ?= tools/heat_parity/data/sources
PARITY_AT_LEAST ?= quiet=99 mutations:caught=99.5 mutations:quiet=100 mutations:placed=96 \
  expressions:caught=99.5 expressions:quiet=100 expressions:value=99 expressions:failure=99.5 \
  unknowns:quiet=100 unknowns:sound=99.8 unknowns:known=95 \
  creations:caught=98 own-tests:caught=99 own-tests:quiet=100 peers:caught=99 peers:quiet=100 systems:caught=98 systems:quiet=99 systems:sound=100 faults:caught=99 faults:later=99 corpus:quiet=100 updates:same=95 updates:not-milder=100
PARITY_OPTIONS ?=

## parity        how often hotlint and Heat agree: make parity [HEAT_RELEASE=22.0.0] (docs/contributing/parity.md)
parity: $(STAMP) heat-venv
	$(BIN)/python tools/heat_parity run --heat-python $(HEAT_VENV)/bin/python --out $(PARITY_OUT) --seed $(PARITY_SEED) \
	  $(PARITY_COUNTS) --sources $(PARITY_SOURCES) --at-least $(PARITY_AT_LEAST) $(PARITY_OPTIONS)

## parity-record record the verdicts of Heat that the tests need
parity-record: heat-venv
	$(HEAT_VENV)/bin/python tools/heat_parity record

.PHONY: heat-venv
heat-venv:
	$(PYTHON) tools/heat_parity install $(HEAT_VENV) --release "$(HEAT_RELEASE)"

clean:
	rm -rf $(VENV) .venv-lowest .venv-highest .venv-locked .venv-sbom $(SUPPLY) .fuzz dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .coverage* htmlcov
