#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of every public module in .build/documentation, and from it and the guides in Documentation the site in
# .build/documentation/site: files that need neither a network nor a server (Scripts/documents/site.py). Warnings and broken links are errors,
# undocumented parameters are not.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build docs
need_libraries
swift build "${build_options[@]}"
# shellcheck source=Scripts/modules.sh
source Scripts/modules.sh
output=.build/documentation
rm -rf "$output"
mkdir -p "$output"

# Without SwiftPM's plugin, which analyses the whole package again for each module and so takes longer than everything here.
document() {
    local module=$1 graphs=$output/$1.graphs catalog
    mkdir "$graphs"
    swift-symbolgraph-extract -module-name "$module" -target "$(uname -m)-unknown-linux-gnu" -minimum-access-level public \
        -emit-extension-block-symbols -output-dir "$graphs" "${module_flags[@]}" || return
    catalog=$(find Sources -name "$module.docc")
    docc convert ${catalog:+"$catalog"} --additional-symbol-graph-dir "$graphs" --fallback-display-name "$module" \
        --fallback-bundle-identifier "$module" --output-path "$output/$module.doccarchive" || return
    rm -r "$graphs"
}

mapfile -t modules < <(grep -oE 'library\("Windowbox[A-Za-z]+"\)' Package.swift | grep -oE 'Windowbox[A-Za-z]+' | sort -u)
# The service's modules are not products, but operators read their documentation.
modules+=(WindowboxContract WindowboxCatalogue WindowboxPackager WindowboxServer)
echo "docs: ${modules[*]}"
failed=$output/failed
for module in "${modules[@]}"; do
    while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
    { document "$module" >"$output/$module.log" 2>&1 || echo "$module" >>"$failed"; } &
done
wait
if [ -e "$failed" ]; then
    while read -r module; do cat "$output/$module.log" >&2; done <"$failed"
    exit 1
fi
# A parameter with a clear name needs no description; all other warnings, such as a broken link, are errors.
if grep -hE -A 3 '^warning: ' "$output"/*.log | grep -vE 'is missing documentation|prohibited flag|unhandled' | grep -A 3 '^warning: ' >&2; then
    echo "docs: there are warnings" >&2
    exit 1
fi
Scripts/documents/site.py "$output" "$output/site"
echo "docs: open $PWD/$output/site/index.html"
