#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the project's rules. Prints each violation as file:line and fails if there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if [ -z "$(git ls-files -- Package.swift)" ]; then
    echo "rules: git lists no files here" >&2
    exit 1
fi

breaches=0
report() { # title, findings
    [ -n "$2" ] || return 0
    printf '%s\n%s\n\n' "$1" "$2" >&2
    breaches=$((breaches + 1))
}
files() { git ls-files --cached --others --exclude-standard -- "$@" | while read -r file; do [ -f "$file" ] && echo "$file"; done; }
# Lines of Swift that match, without comments.
code() { # pattern, path…
    local pattern=$1
    shift
    files "$@" | xargs -r grep -nHE "$pattern" | grep -vE '^[^:]+:[0-9]+:[[:space:]]*//' || true
}

report "Every source file starts with its SPDX line (behind #! or the tools version):" "$(
    files '*.swift' '*.sh' '*.py' '*.c' '*.h' '*.js' '*.mjs' '*.css' '*.svg' '*.po' '*.pot' Makefile .ci/run hooks/pre-commit | while read -r file; do
        head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Apache-2.0' || echo "$file"
    done)"

# types.py measures types; the package manifest is a single list.
report "No file is longer than 400 lines:" "$(
    files '*.swift' '*.sh' '*.py' '*.c' '*.js' '*.mjs' '*.css' | grep -vx Package.swift | xargs -r wc -l | awk '$2 != "total" && $1 > 400 { print $2 ": " $1 }')"

report "No drawers; name folders and files after the domain:" "$(
    files | grep -E '(^|/)(Utils?|Helpers?|Types|Common|Misc|Extensions)(/|\.swift$)' || true)"

report "Files that a fuzz target names are there:" "$(
    files 'Fuzz/*.swift' | xargs -r sed -nE 's|^// With: ||p' | tr ' ' '\n' | while read -r file; do
        [ -f "$file" ] || echo "$file"
    done)"

# Readers find their way through the code by these names.
tick='`'
report "Types named in ARCHITECTURE.md and GLOSSARY.md exist (a folder's name counts too):" "$(
    comm -23 <(grep -ohE "${tick}[A-Z][A-Za-z0-9]+${tick}" ARCHITECTURE.md GLOSSARY.md | tr -d "$tick" | sort -u) <(
        {
            files 'Sources/*.swift' | xargs -r grep -hoE '\b(struct|class|enum|actor|protocol|typealias) [A-Z][A-Za-z0-9]+' | cut -d' ' -f2
            git ls-files | xargs -r dirname | sort -u | tr '/' '\n'
        } | sort -u))"

# Words of an older private vocabulary; GLOSSARY.md has what to use.
words='\b(let|var|func|case|struct|class|enum|typealias) \(?(most|least|told|wanted|wish|cure|goOn|films?|Film|Wish|sisters|strangers|patience|giveBack|letOut|isNews)\b|\b(most|least)[A-Z][A-Za-z]*\b|[(,] ?(most|wanted|cure|told|wish|goesOn): '
report "Names are in the field's terms, not in private words (see GLOSSARY.md):" \
    "$(code "$words" 'Sources/*.swift' 'Plugins/*.swift' | grep -vE '^Sources/(Service/Pages|Service/Server/Studio|Playback/Browser)/' || true)"

machine='(^|[^.[:alnum:]_])/(work|farm|root|home/[a-z]+|tmp/wt)/'
report "No paths of one machine:" "$(files | grep -v '^Scripts/rules\.sh$' | xargs -r grep -nIE "$machine" || true)"

pure=('Sources/Formats/Media/*.swift' 'Sources/Formats/HLS/*.swift' 'Sources/Playback/Streaming/*.swift')
report "Media, HLS and Streaming stay inside Embedded Swift: no Foundation, C library or concurrency module:" \
    "$(code '^[^"]*import +(Foundation|FoundationEssentials|Glibc|Dispatch|Synchronization|Observation|C[A-Z][A-Za-z]+)\b' "${pure[@]}")"
report "Media, HLS and Streaming stay inside Embedded Swift: no existentials:" \
    "$(code '(^|[^A-Za-z_."])any +[A-Z][A-Za-z]*' "${pure[@]}")"
report "Media, HLS and Streaming stay inside Embedded Swift: typed throws only, nothing weak, no key paths:" \
    "$(code '(\bthrows[[:space:]]*(->|\{|$)|\brethrows\b|^[[:space:]]*(private )?(weak|unowned)\b|[(,:][[:space:]]*\\[.A-Z][a-zA-Z.]+\))' "${pure[@]}")"

report "Nothing is re-exported, but by the module that exists for it:" \
    "$(code '@_exported' 'Sources/*.swift' 'Tests/*.swift' | grep -v '^Sources/Playback/Windowbox/' || true)"
for module in Sources/System/*/module.modulemap; do
    name=$(basename "$(dirname "$module")")
    importers=$(code "^[^\"]*import +$name\b" 'Sources/*.swift' | cut -d: -f1 | sed -E 's|^(Sources/[^/]+/[^/]+)/.*|\1|; s|^(Sources/(Command\|Desktop))/.*|\1|' | sort -u)
    [ "$(printf '%s' "$importers" | grep -c .)" -le 1 ] || report "$name is imported by more than one target:" "$importers"
    report "$name shows in a public interface:" "$(code "public +import +$name\b" 'Sources/*.swift')"
done

script='=> *[{(]|\b(addEventListener|querySelector(All)?|createElement|insertAdjacentHTML)\(|^[[:space:]]*(const|let|var) [A-Za-z_$]+ = .*;$|<style\b|<script>|\bon(click|input|submit|load|change)=\\?"'
report "JavaScript is in files of its own (Sources/Service/Pages/Web), where it is linted and tested:" \
    "$(code "$script" 'Sources/*.swift' 'Examples/*.swift')"
# Matches a rule with a declaration after its brace, a declaration that fills a line, or an at-rule. Single declarations that are made of
# an application's settings (FeedCSS) don't match.
style='^[[:space:]]*([.#&:*@]?[A-Za-z][^"(]*)?\{ *[a-z-]+: [^"]*[;}]|^[[:space:]]*[a-z-]+: [^"=(]*;|^[[:space:]]*@media '
report "CSS is in files of its own, which the plugin EmbedAssets embeds:" "$(code "$style" 'Sources/*.swift' 'Examples/*.swift')"
report "Pages have no CSS in attributes:" "$(code '\bstyle=\\?"' 'Sources/Service/*.swift')"

# Yielding for a millisecond between two checks of a foreign main loop is not a timed wait.
report "Tests neither sleep nor use fixed ports:" \
    "$(code '(Task|Thread)\.sleep|\busleep\(|(localhost|127\.0\.0\.1):[0-9]{2,}' 'Tests/*.swift' | grep -vF 'sleep(for: .milliseconds(1))')"
report "Nothing unfinished:" "$(code '\b(TODO|FIXME|XXX|HACK)\b' '*.swift'; files '*.sh' '*.py' | grep -v '^Scripts/rules\.sh$' | xargs -r grep -nHE '\b(TODO|FIXME|XXX|HACK)\b' || true)"

# Measures types with all their extensions, because small files alone do not make a type small.
python3 Scripts/types.py || breaches=$((breaches + 1))

# API changes must be visible in the diff.
python3 Scripts/api.py || breaches=$((breaches + 1))
# Applications must know which enums may get more cases.
python3 Scripts/enums.py || breaches=$((breaches + 1))
# What an application can name is documented.
python3 Scripts/documented.py --check || breaches=$((breaches + 1))

if [ "$breaches" -gt 0 ]; then
    echo "rules: $breaches broken" >&2
    exit 1
fi
