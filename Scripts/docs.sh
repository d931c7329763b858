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
mkdir -p .build
for module in "${modules[@]}"; do
    echo "docs: $module"
    if ! swift package --disable-sandbox generate-documentation --target "$module" >.build/docs.log 2>&1; then
        cat .build/docs.log >&2
        exit 1
    fi
    # A parameter whose name says everything needs no sentence; every other warning is a fault, such as a link to nothing.
    if grep -E '^warning: ' .build/docs.log | grep -vE 'is missing documentation|prohibited flag|unhandled' >&2; then
        echo "docs: $module has warnings" >&2
        exit 1
    fi
done
