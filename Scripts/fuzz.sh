#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target, Fuzz/<Name>.swift, for FUZZ_SECONDS (60) each; arguments name some of them.
#
# A target imports rooms without package dependencies and offers
#   @_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt
# Seeds may lie in Fuzz/Seeds/<Name>. What crashes is kept in .build-fuzz/<Name>/crashes and fails the run.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

seconds=${FUZZ_SECONDS:-60}
output=$PWD/.build-fuzz
modules=$output/modules
mkdir -p "$modules"

# Not optimised: the fuzzer sees each comparison only there.
flags=(
    -Onone -gline-tables-only -swift-version 6 -parse-as-library -sanitize=fuzzer -I "$modules" -module-cache-path "$output/cache"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility
)

imports() { grep -rhoE --include='*.swift' '^(public |package )?import Windowbox[A-Za-z]+' "$@" | awk '{ print $NF }' | sort -u; }

# Builds a room and the rooms it imports, each once, in the order of their dependencies.
objects=()
declare -A built=()
room() {
    local name=$1 path below
    [ -z "${built[$name]:-}" ] || return 0
    built[$name]=yes
    path=$(sed -nE "s/.*\"$name\", \"(Sources\/[^\"]+)\".*/\1/p" <(tr '\n' ' ' <Package.swift | sed -E 's/\(\s+/(/g; s/room\(/\nroom(/g') | head -n 1)
    if [ -z "$path" ]; then
        echo "fuzz: Package.swift has no room $name" >&2
        exit 1
    fi
    for below in $(imports "$path"); do room "$below"; done
    mapfile -t sources < <(find "$path" -name '*.swift' | sort)
    swiftc "${flags[@]}" -wmo -module-name "$name" -emit-module -emit-module-path "$modules/$name.swiftmodule" \
        -c "${sources[@]}" -o "$modules/$name.o"
    objects+=("$modules/$name.o")
}

failed=()
shopt -s nullglob
for target in Fuzz/*.swift; do
    name=$(basename "$target" .swift)
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    objects=()
    built=()
    for module in $(imports "$target"); do room "$module"; done
    work=$output/$name
    mkdir -p "$work/corpus" "$work/crashes"
    swiftc "${flags[@]}" -module-name "Fuzz$name" "$target" "${objects[@]}" -o "$work/fuzz"
    seeds=()
    [ ! -d "Fuzz/Seeds/$name" ] || seeds=("Fuzz/Seeds/$name")
    echo "fuzz: $name for $seconds s"
    # Swift's own crash handler would keep libFuzzer from writing the input that crashed.
    if SWIFT_BACKTRACE=enable=no "$work/fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
        -artifact_prefix="$work/crashes/" -print_final_stats=1 "$work/corpus" "${seeds[@]}" >"$work/log" 2>&1 </dev/null; then
        grep -E 'stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb)' "$work/log" || true
    else
        tail -n 30 "$work/log" >&2
        failed+=("$name")
    fi
done

if [ ${#failed[@]} -gt 0 ]; then
    echo "fuzz: failed: ${failed[*]}; the inputs lie in .build-fuzz/<Name>/crashes" >&2
    exit 1
fi
