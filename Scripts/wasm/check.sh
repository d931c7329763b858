#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles Media, HLS and Streaming as Embedded Swift for WebAssembly, and runs the parser in Node.
# Needs swiftc with its clang and wasm-ld, and node. Usage: Scripts/wasm/check.sh

set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "wasm: $1" >&2
    exit 1
}

command -v node >/dev/null 2>&1 || fail "node is missing: install it (apt-get install nodejs) and run again"
swiftc=$(command -v swiftc) || fail "swiftc is missing: install the Swift toolchain and run again"
usr=$(dirname "$(dirname "$(readlink -f "$swiftc")")")
target=wasm32-unknown-none-wasm
tables="$usr/lib/swift/embedded/$target/libswiftUnicodeDataTables.a"
[ -f "$tables" ] || fail "the toolchain has no Embedded Swift for $target: install Swift 6.3 or later"

# One module per folder, as in the package, so that an upward dependency does not compile.
compile() {
    module=$1
    shift
    "$swiftc" -target "$target" -enable-experimental-feature Embedded -enable-experimental-feature Extern \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -package-name windowbox -swift-version 6 -wmo -Osize -parse-as-library \
        -I "$work" -module-name "$module" -emit-module -emit-module-path "$work/$module.swiftmodule" \
        -c "$@" -o "$work/$module.o" || fail "$module does not compile as Embedded Swift"
}

sources() { find "$root/$1" -name '*.swift' | LC_ALL=C sort; }

mapfile -t files < <(sources Sources/Formats/Media)
compile WindowboxMedia "${files[@]}"
mapfile -t files < <(sources Sources/Formats/HLS)
compile WindowboxHLS "${files[@]}"
mapfile -t files < <(sources Sources/Playback/Streaming)
compile WindowboxStreaming "${files[@]}"
compile WindowboxExports "$here/Exports.swift"

"$usr/bin/clang" --target="$target" -O2 -ffreestanding -fno-builtin -mbulk-memory -nostdlib -c "$here/libc.c" -o "$work/libc.o" ||
    fail "the C part does not compile"
"$usr/bin/wasm-ld" --no-entry --gc-sections --strip-all -O2 -z stack-size=1048576 "$work"/Windowbox*.o "$work/libc.o" "$tables" \
    -o "$work/windowbox.wasm" || fail "linking failed"
node "$here/check.mjs" "$work/windowbox.wasm" || fail "the parser does not do in Node what it does elsewhere"
