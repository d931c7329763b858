#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles Media, HLS, Transmux, Streaming and Browser as Embedded Swift for WebAssembly, and runs the parser in Node.
# Needs swiftc with its clang and wasm-ld, and node. Usage: Scripts/wasm/check.sh

set -eu

here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/../../.build-wasm"
exec 9>"$here/../../.build-wasm/lock"
flock 9
# shellcheck source=Scripts/wasm/compile.sh
source "$here/compile.sh"
command -v node >/dev/null 2>&1 || wasm_fail "node is missing: install it (apt-get install nodejs) and run again"

wasm_module WindowboxMedia Sources/Formats/Media
wasm_module WindowboxHLS Sources/Formats/HLS
wasm_module WindowboxStreaming Sources/Playback/Streaming
wasm_module WindowboxTransmux Sources/Formats/Transmux
wasm_module WindowboxBrowser Sources/Playback/Browser
wasm_module WindowboxExports Scripts/wasm/Exports.swift
wasm_link "$wasm_work/check.wasm" WindowboxMedia WindowboxHLS WindowboxTransmux WindowboxStreaming WindowboxExports
node "$here/check.mjs" "$wasm_work/check.wasm" || wasm_fail "the parser does not do in Node what it does elsewhere"
