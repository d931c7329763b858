#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the documentation of every public module; a warning is an error, but for undocumented parameters. The archives lie under .build/plugins.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build
need_libraries
# The plugin is a dependency only here, so that nobody who uses the package has to fetch it.
export WINDOWBOX_DOCS=1
mapfile -t modules < <(grep -oE 'library\("Windowbox[A-Za-z]+"\)' Package.swift | grep -oE 'Windowbox[A-Za-z]+' | sort -u)
# The service's rooms are no products: its operators read them.
modules+=(WindowboxContract WindowboxCatalogue WindowboxPackager WindowboxServer)
mkdir -p .build
targets=()
for module in "${modules[@]}"; do targets+=(--target "$module"); done
echo "docs: ${modules[*]}"
# All at once: looking at the package takes longer than most modules do. What the compiler and what the documentation says goes into
# two files: in one, they cut each other's lines in two.
if ! swift package --disable-sandbox generate-documentation "${targets[@]}" >.build/docs.log 2>.build/docs-build.log; then
    cat .build/docs-build.log .build/docs.log >&2
    exit 1
fi
# A parameter whose name says everything needs no sentence; every other warning is a fault, such as a link to nothing.
if grep -hE -A 3 '^warning: ' .build/docs-build.log .build/docs.log | grep -vE 'is missing documentation|prohibited flag|unhandled' | grep -A 3 '^warning: ' >&2; then
    echo "docs: there are warnings" >&2
    exit 1
fi
