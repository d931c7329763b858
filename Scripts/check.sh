#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks format, rules, imports, warnings, documentation, WebAssembly and shell scripts.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

step() { echo "check: $1"; }

Scripts/packages.sh build run test check docs web
need_libraries
# Compiling for WebAssembly takes minutes on one core, so it runs beside the other steps.
webassembly=$(mktemp)
Scripts/wasm/check.sh >"$webassembly" 2>&1 &
compiling=$!
trap 'kill "$compiling" 2>/dev/null || true; rm -rf "$webassembly" "${pages:-}"' EXIT
step "format"
Scripts/format.sh --lint
step "rules"
Scripts/rules.sh
step "translations"
Scripts/translations.py
step "shell scripts"
mapfile -t scripts < <(git ls-files -- '*.sh' .ci/run hooks/pre-commit)
shellcheck -x "${scripts[@]}"
step "scripts of the pages"
node Scripts/web.mjs Sources/Service/Pages/Web Tests/Service/ScriptTests
node Scripts/web.mjs Web/Source Tests/Web/ScriptTests
node --check Documentation/Site/search.js
step "build, warnings as errors, imports only of named dependencies"
swift build "${build_options[@]}" --build-tests --explicit-target-dependency-import-check error
step "the exported symbols of the C library"
BUILT=$(swift build --show-bin-path) Scripts/library.sh symbols
step "the Swift in the documents"
Scripts/snippets.sh
step "the programs in the guides"
Scripts/guides.sh
step "packaging"
desktop-file-validate Packaging/*.desktop
appstreamcli validate --no-net Packaging/*.metainfo.xml >/dev/null
flatpak-builder --show-manifest Packaging/flatpak/org.windowbox.Desktop.yaml >/dev/null
# The unit may not lose a restriction: this is the exposure of systemd 252.
systemd-analyze security --offline=true --no-pager --threshold=25 Packaging/windowbox.service >/dev/null
step "manual pages"
pages=$(mktemp -d)
Scripts/manual.py "$(swift build --show-bin-path)" "$pages"
for page in "$pages"/*; do
    faults=$(groff -K utf8 -man -ww -z -Tutf8 "$page" 2>&1)
    [ -z "$faults" ] || { echo "check: groff does not like $(basename "$page"): $faults" >&2; exit 1; }
done
step "what a dependant resolves"
Scripts/dependant.sh
step "documentation"
Scripts/docs.sh
step "Embedded Swift for WebAssembly"
wait "$compiling" || { cat "$webassembly" >&2; exit 1; }
step "the player for browsers"
Scripts/web-player.sh
echo "check: all good"
