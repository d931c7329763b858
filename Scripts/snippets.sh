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
extract() {
    markdown "$1" | awk -v work="$work" -v name="$1" '
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

failed=0
total=0
while read -r document; do
    for file in $(extract "$document"); do
        total=$((total + 1))
        if ! swiftc "${flags[@]}" "$file" >"$work/log" 2>&1; then
            cat "$work/log" >&2
            echo "snippets: $document has Swift that does not compile" >&2
            failed=$((failed + 1))
        fi
    done
    rm -rf "${work:?}"/[0-9]*
done < <(
    if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files -- '*.md'; git grep -l '/// ```swift$' -- 'Sources/*.swift'; fi)
[ "$failed" -eq 0 ] || exit 1
[ "$total" -gt 0 ] || { echo "snippets: no document has any Swift" >&2; exit 1; }
echo "snippets: $total compile"
