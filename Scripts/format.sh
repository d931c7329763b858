#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Formats all Swift files; with --lint it only reports violations.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.swift' | while read -r file; do [ -f "$file" ] && echo "$file"; done)
if [ ${#files[@]} -eq 0 ]; then
    echo "format: git lists no Swift files here" >&2
    exit 1
fi
if [ "${1:-}" = --lint ]; then
    swift format lint --strict --parallel --configuration .swift-format "${files[@]}"
else
    swift format --in-place --parallel --configuration .swift-format "${files[@]}"
fi
