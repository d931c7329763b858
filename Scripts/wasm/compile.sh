#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# For other scripts to source: compiles Embedded Swift for WebAssembly with the installed toolchain. Objects are kept in $wasm_work and
# compiled again when their sources, or a module below, have changed.

wasm_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
wasm_work=${WASM_WORK:-$wasm_root/.build-wasm}
wasm_target=wasm32-unknown-none-wasm

wasm_fail() {
    echo "wasm: $1" >&2
    exit 1
}

wasm_swiftc=$(command -v swiftc) || wasm_fail "swiftc is missing: install the Swift toolchain and run again"
wasm_usr=$(dirname "$(dirname "$(readlink -f "$wasm_swiftc")")")
wasm_tables="$wasm_usr/lib/swift/embedded/$wasm_target/libswiftUnicodeDataTables.a"
[ -f "$wasm_tables" ] || wasm_fail "the toolchain has no Embedded Swift for $wasm_target: install Swift 6.3 or later"
mkdir -p "$wasm_work"
# What would be a stack protector protects nothing here: return addresses aren't in the memory.
wasm_options=(-target "$wasm_target" -enable-experimental-feature Embedded -enable-experimental-feature Extern
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -swift-version 6 -wmo -Osize -enforce-exclusivity=unchecked -parse-as-library
    -Xfrontend -disable-stack-protector -Xfrontend -mergeable-traps)
# What the modules so far were made of.
wasm_state=$("$wasm_swiftc" --version 2>/dev/null | sha256sum)

# One module per folder, as in the package, so that an upward dependency does not compile: wasm_module NAME FOLDER-OR-FILE
wasm_module() {
    local name=$1 stamp="$wasm_work/$1.stamp" files
    mapfile -t files < <(find "$wasm_root/$2" -name '*.swift' | LC_ALL=C sort)
    wasm_state=$({ echo "$wasm_state"; cat "${files[@]}" "${BASH_SOURCE[0]}"; } | sha256sum)
    if [ -f "$wasm_work/$name.o" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wasm_state" ]; then return; fi
    rm -f "$stamp"
    "$wasm_swiftc" "${wasm_options[@]}" -package-name windowbox -I "$wasm_work" -module-name "$name" -emit-module \
        -emit-module-path "$wasm_work/$name.swiftmodule" -c "${files[@]}" -o "$wasm_work/$name.o" ||
        wasm_fail "$name does not compile as Embedded Swift"
    echo "$wasm_state" >"$stamp"
}

# All sources of several modules as one, for the smallest result: wasm_merged NAME FOLDER… Nothing is public in it, so that the optimizer
# sees every call. A file or folder in the last folder takes the place of one of the same name in the others, but for files that are named. Scripts/wasm/check.sh compiles
# the modules one by one, and so finds upward dependencies.
wasm_merged() {
    local name=$1 stamp="$wasm_work/$1.stamp" copies="$wasm_work/$1.merged" files folder file copy
    shift
    local own=$wasm_root/${*: -1}/ named=" $* "
    mapfile -t files < <(for folder in "$@"; do find "$wasm_root/$folder" -name '*.swift' | LC_ALL=C sort; done |
        while IFS= read -r file; do
            folder=${file%/*}
            if [[ $file = "$own"* || $named = *" ${file#"$wasm_root/"} "* ]] || { [ ! -e "$own${file##*/}" ] && [ ! -d "$own${folder##*/}" ]; }; then echo "$file"; fi
        done)
    wasm_state=$({ echo "$wasm_state"; cat "${files[@]}" "$wasm_root/Scripts/wasm/merge.sed" "${BASH_SOURCE[0]}"; } | sha256sum)
    if [ -f "$wasm_work/$name.o" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wasm_state" ]; then return; fi
    rm -rf "$stamp" "$copies"
    mkdir -p "$copies"
    for file in "${files[@]}"; do
        # Two files of a module can't have one name.
        copy=${file#"$wasm_root/"}
        copy=$copies/${copy//\//_}
        case $file in
        "$wasm_root"/Web/*) sed '/^import Windowbox/d' "$file" >"$copy" ;;
        *) sed -E -f "$wasm_root/Scripts/wasm/merge.sed" "$file" >"$copy" ;;
        esac
    done
    # Warnings are those of the modules: imports and access levels that aren't needed. LLVM would write out each retain, which is a tenth
    # of the code.
    "$wasm_swiftc" "${wasm_options[@]}" -Xllvm -inline-threshold=-10 -suppress-warnings -module-name "${name//-/_}" \
        -c "$copies"/*.swift -o "$wasm_work/$name.o" ||
        wasm_fail "$name does not compile as Embedded Swift"
    echo "$wasm_state" >"$stamp"
}

# wasm_link OUTPUT OBJECT-NAME…
wasm_link() {
    local output=$1 name objects=()
    shift
    for name in "$@"; do objects+=("$wasm_work/$name.o"); done
    "$wasm_usr/bin/clang" --target="$wasm_target" -O2 -ffreestanding -fno-builtin -mbulk-memory -nostdlib \
        -c "$wasm_root/Scripts/wasm/libc.c" -o "$wasm_work/libc.o" || wasm_fail "the C part does not compile"
    "$wasm_usr/bin/wasm-ld" --no-entry --gc-sections --strip-all -O2 -z stack-size=1048576 "${objects[@]}" "$wasm_work/libc.o" \
        "$wasm_tables" -o "$output" || wasm_fail "linking failed"
}
