#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Type-checks the Swift code in the documents against the built modules: README, ARCHITECTURE, CONTRIBUTING, the articles of the
# documentation, and the documentation comments. Each block is a complete program. What it depends on is declared in a comment
# above it, which is invisible to readers:
#   <!-- given: let bytes: [UInt8] = [] -->
# It applies to the next block; with "given below:" to all following blocks of the document. In Swift files it is an ordinary
# comment above the documentation comment:
#   // given: import WindowboxHLS
# snippets.sh FILE… checks only these files.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

# shellcheck source=Scripts/modules.sh
source Scripts/modules.sh

if [ ! -d "$modules" ]; then
    echo "snippets: nothing is built; run make build first" >&2
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

flags=(-typecheck -swift-version 6 "${module_flags[@]}" -enable-upcoming-feature ExistentialAny)

# A document as Markdown with the same lines; of Swift files, the documentation comments.
markdown() {
    case $1 in
        *.swift) sed -E 's|^ *// (given( below)?: .*)$|<!-- \1 -->|; t; s|^ */// ?||; t; s|.*||' "$1" ;;
        *) cat "$1" ;;
    esac
}

# Makes a folder with main.swift for each block; lines are numbered as in the document, so that errors point there.
extract() { # document, folder
    markdown "$1" | awk -v work="$2" -v name="$1" '
        /^<!-- given below: .* -->$/ { sub(/^<!-- given below: /, ""); sub(/ -->$/, ""); always = always $0 "\n"; next }
        /^<!-- given: .* -->$/ { sub(/^<!-- given: /, ""); sub(/ -->$/, ""); given = given $0 "\n"; next }
        /^```swift$/ {
            file = sprintf("%s/%d", work, ++count); system("mkdir -p " file); file = file "/main.swift"
            printf "%s%s#sourceLocation(file: \"%s\", line: %d)\n", always, given, name, NR + 1 > file
            given = ""; inside = 1; next
        }
        /^```/ && inside { inside = 0; close(file); print file; next }
        inside { print > file }
    '
}

# Each document has a folder of its own. All blocks are checked at the same time, as many as there are cores.
number=0
while read -r document; do
    number=$((number + 1))
    mkdir "$work/$number"
    extract "$document" "$work/$number" | sed "s|\$|\t$document|"
done < <(
    if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files -- '*.md'; git grep -l '/// ```swift$' -- 'Sources/*.swift'; fi) >"$work/blocks"
total=$(wc -l <"$work/blocks")
[ "$total" -gt 0 ] || { echo "snippets: no document has any Swift" >&2; exit 1; }

check() { # file, document
    local log=${1%.swift}.log
    swiftc "${flags[@]}" "$1" >"$log" 2>&1 && return
    echo "snippets: $2 has Swift that does not compile" >>"$log"
    # In one piece, because others write at the same time.
    cat "$log" >&2
    touch "$work/failed"
}
while IFS=$'\t' read -r file document; do
    while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    check "$file" "$document" &
done <"$work/blocks"
wait
[ ! -e "$work/failed" ] || exit 1
echo "snippets: $total compile"
