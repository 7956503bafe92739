#!/bin/bash
# A real VS Code (code-server, from npm) into DIR without code-server's own downloader: install-vscode.sh DIR [VERSION]
# Needs node 20, a C++ compiler and, on Debian:
#   apt-get install -y --no-install-recommends chromium libkrb5-dev libsecret-1-dev pkg-config ripgrep \
#     libx11-dev libxkbfile-dev fonts-dejavu-core
# Takes about 90 seconds and 320 MB; does nothing when DIR already holds that version.
set -euo pipefail
dir=${1:?folder}
version=${2:-4.100.3}
mkdir -p "$dir/logs"
dir=$(cd "$dir" && pwd)
logs=$dir/logs
[ "$(cat "$dir/installed" 2>/dev/null)" = "$version" ] && exit 0
trap 'echo "install-vscode: failed; see $logs" >&2' ERR

cd "$dir"
[ -f package.json ] || echo '{"private": true}' > package.json
npm install "code-server@$version" --ignore-scripts --no-audit --no-fund > "$logs/1-code-server.log" 2>&1
npm rebuild argon2 --foreground-scripts > "$logs/2-argon2.log" 2>&1

# What code-server's post-install script does, with the system's ripgrep and without its own downloads.
cd node_modules/code-server/lib/vscode
npm install --omit=dev --ignore-scripts --no-audit --no-fund > "$logs/3-vscode.log" 2>&1
mkdir -p node_modules/@vscode/ripgrep/bin
ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
npm_config_yes=true npm rebuild --foreground-scripts node-pty @vscode/spdlog native-watchdog @parcel/watcher kerberos \
  > "$logs/4-native.log" 2>&1
ln -sfn node_modules node_modules.asar
(cd bin/remote-cli && ln -sf code-linux.sh code-server)
(cd bin/helpers && ln -sf browser-linux.sh browser.sh)
(cd extensions && npm install --omit=dev --ignore-scripts --no-audit --no-fund > "$logs/5-extensions.log" 2>&1)
echo "$version" > "$dir/installed"
