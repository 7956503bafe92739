#!/bin/bash
# Packages the extension and proves it in a real VS Code, which is installed into .test-vscode when it is not there yet
# (see install-vscode.sh for what that needs).
# run.sh [PART...]: editor corpus untrusted person everyday killed views clouds typing testing template distrust hostile bundled worker web installing failing damaged missing
# Pictures are left in .test-vscode/pictures; with HOTLINT_PICTURES=1 those of the documents are written anew.
# HOTLINT_SERVER names the server; by default the one of the repository's .venv. HOTLINT_VSCODE is the folder where VS Code is.
set -euo pipefail
cd "$(dirname "$0")/.."
export npm_config_update_notifier=false
[ -d node_modules ] || npm ci --no-audit --no-fund
mkdir -p .test-vscode
./test/install-vscode.sh "${HOTLINT_VSCODE:-.test-vscode}"
npm run --silent package -- --out .test-vscode/hotlint.vsix
(cd test/vscode/probe && npx vsce package --no-dependencies --allow-missing-repository --skip-license --allow-star-activation \
  --out ../../../.test-vscode/hotlint-probe.vsix > /dev/null)
exec node test/vscode/run.mjs "$@"
