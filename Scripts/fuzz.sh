#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every fuzz target, Fuzz/<Name>.swift, for FUZZ_SECONDS (60) each, FUZZ_JOBS (one per core) at a time; arguments select
# some of them. FUZZ_SEED repeats a run; without it the seed is random. FUZZ_SECONDS=0 only runs the seeds and the corpus of
# earlier runs on this machine.
#
# A target defines
#   @_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt
# It imports modules without package dependencies, such as Codec, whose libraries are in Debian. Parsers of other modules are
# compiled in: lines "// With: PATH…" at the head of the target name the files, so that it can use their internal declarations.
# Seeds are in Fuzz/Seeds/<Name>. Crashing inputs are kept in .build-fuzz/<Name>/crashes and fail the run.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

seconds=${FUZZ_SECONDS:-60}
jobs=${FUZZ_JOBS:-$(nproc)}
output=$PWD/.build-fuzz
modules=$output/modules
mkdir -p "$modules"

# Not optimised, so that the fuzzer sees each comparison.
flags=(
    -Onone -gline-tables-only -swift-version 6 -parse-as-library -sanitize=fuzzer -I "$modules" -module-cache-path "$output/cache"
    -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
    -enable-upcoming-feature MemberImportVisibility -package-name windowbox
)

for folder in Sources/System/*; do flags+=(-I "$folder"); done
# libxml2's headers are in a separate folder.
read -ra include <<<"$(pkg-config --cflags libxml-2.0)"
flags+=("${include[@]}")

imports() { grep -rhoE --include='*.swift' '^(public |package )?import Windowbox[A-Za-z]+' "$@" | awk '{ print $NF }' | sort -u; }

# Builds a module and the modules it imports, each once, in dependency order.
declare -A built=()
module() {
    local name=$1 path below
    local -a sources
    [ -z "${built[$name]:-}" ] || return 0
    built[$name]=yes
    path=$(sed -nE "s/.*\"$name\", \"(Sources\/[^\"]+)\".*/\1/p" <(tr '\n' ' ' <Package.swift | sed -E 's/\(\s+/(/g; s/module\(/\nmodule(/g') | head -n 1)
    if [ -z "$path" ]; then
        echo "fuzz: Package.swift has no target $name" >&2
        exit 1
    fi
    for below in $(imports "$path"); do module "$below"; done
    mapfile -t sources < <(find "$path" -name '*.swift' | LC_ALL=C sort)
    swiftc "${flags[@]}" -wmo -module-name "$name" -emit-module -emit-module-path "$modules/$name.swiftmodule" \
        -c "${sources[@]}" -o "$modules/$name.o"
}

# The modules that some files need, and their dependencies.
needed() {
    local name
    for name in $(imports "$@"); do
        echo "$name"
        needed "$(sed -nE "s/.*\"$name\", \"(Sources\/[^\"]+)\".*/\1/p" <(tr '\n' ' ' <Package.swift | sed -E 's/\(\s+/(/g; s/module\(/\nmodule(/g') | head -n 1)"
    done
}

run() {
    local name=$1 work=$output/$1
    local -a seeds=() length=(-max_total_time="$seconds")
    [ "$seconds" -gt 0 ] || length=(-runs=0)
    [ ! -d "Fuzz/Seeds/$name" ] || seeds=("Fuzz/Seeds/$name")
    # Swift's own crash handler would keep libFuzzer from writing the crashing input.
    if SWIFT_BACKTRACE=enable=no "$work/fuzz" -seed="${FUZZ_SEED:-0}" "${length[@]}" \
        -timeout=120 -report_slow_units=120 -rss_limit_mb=2048 -max_len=16384 \
        -artifact_prefix="$work/crashes/" -print_final_stats=1 "$work/corpus" "${seeds[@]}" >"$work/log" 2>&1 </dev/null; then
        echo "fuzz: $name: $(sed -nE 's/^stat::(number_of_executed_units|average_exec_per_sec|peak_rss_mb): */\1 /p' "$work/log" | paste -sd, | sed 's/,/, /g')"
    else
        echo "fuzz: $name failed" >&2
        { grep -m 1 'Fatal error' "$work/log" || true; tail -n 30 "$work/log"; } >&2
        return 1
    fi
}

names=()
for target in Fuzz/*.swift; do
    name=$(basename "$target" .swift)
    [ $# -eq 0 ] || [[ " $* " == *" $name "* ]] || continue
    names+=("$name")
    read -ra with <<<"$(sed -nE 's|^// With: ||p' "$target" | tr '\n' ' ')"
    for module in $(imports "$target" "${with[@]}"); do module "$module"; done
    objects=()
    for module in $(needed "$target" "${with[@]}" | sort -u); do objects+=("$modules/$module.o"); done
    libraries=()
    [[ " ${objects[*]} " != *" $modules/WindowboxCodec.o "* ]] ||
        read -ra libraries <<<"$(pkg-config --libs libavformat libavcodec libavutil libswscale libswresample)"
    [[ " ${objects[*]} " != *" $modules/WindowboxXML.o "* ]] || libraries+=(-lxml2)
    mkdir -p "$output/$name/corpus" "$output/$name/crashes"
    swiftc "${flags[@]}" -module-name "Fuzz$name" "$target" "${with[@]}" "${objects[@]}" "${libraries[@]}" -o "$output/$name/fuzz"
done

echo "fuzz: ${names[*]}, $seconds s each, $jobs at a time"
failed=()
running=()
finish() {
    local first=${running[0]}
    running=("${running[@]:1}")
    wait "${first%:*}" || failed+=("${first#*:}")
}
for name in "${names[@]}"; do
    [ ${#running[@]} -lt "$jobs" ] || finish
    run "$name" &
    running+=("$!:$name")
done
while [ ${#running[@]} -gt 0 ]; do finish; done

if [ ${#failed[@]} -gt 0 ]; then
    echo "fuzz: failed: ${failed[*]}; the inputs lie in .build-fuzz/<Name>/crashes" >&2
    exit 1
fi
