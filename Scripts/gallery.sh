#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Takes screenshots, as PNG files in the folder OUTPUT (.build/gallery): the player in all its states, every feed view, and the web pages
# with Studio; light and dark, narrow and wide, left to right and right to left.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test
OUTPUT=${OUTPUT:-.build/gallery}
mkdir -p "$OUTPUT"
WINDOWBOX_GALLERY=$(realpath "$OUTPUT") WINDOWBOX_SCREENSHOTS=$(realpath "$OUTPUT") \
    Scripts/session.sh swift test --filter 'GTKTests.*Gallery|PagesTests.*LookTests'
echo "$OUTPUT: $(find "$OUTPUT" -name '*.png' | wc -l) pictures"
