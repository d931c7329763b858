#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Before a commit: formats the Swift files that are completely staged, lints them, and checks the project's rules.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

mapfile -t staged < <(git diff --cached --name-only --diff-filter=ACMR -- '*.swift')
if [ ${#staged[@]} -gt 0 ]; then
    mapfile -t partly < <(git diff --name-only -- "${staged[@]}")
    if [ ${#partly[@]} -eq 0 ]; then
        swift format --in-place --parallel --configuration .swift-format "${staged[@]}"
        git add -- "${staged[@]}"
    fi
    swift format lint --strict --parallel --configuration .swift-format "${staged[@]}"
fi
Scripts/rules.sh
