#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the service's pages with axe-core: wide and narrow, light and dark, left to right and right to left, with the tests of their looks;
# and the player for browsers.
# axe-core comes in a package from PyPI, in a cache outside the repository. Arguments are passed to `swift test`.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

version=0.1.8
cache=${XDG_CACHE_HOME:-$HOME/.cache}/windowbox
folder=$cache/axe-$version
mkdir -p "$cache"
exec 9>"$cache/axe.lock"
flock 9
if [ ! -e "$folder/ready" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    # The package brings axe-core; what drives browsers with it isn't needed.
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 --no-deps \
        "axe-playwright-python==$version" >&2
    touch "$folder/ready"
fi
flock -u 9

WINDOWBOX_AXE=$(find "$folder" -name axe.min.js)
[ -n "$WINDOWBOX_AXE" ] || { echo "axe.sh: axe-playwright-python $version has no axe.min.js; choose another version" >&2; exit 3; }
export WINDOWBOX_AXE
swift build --build-tests
exec Scripts/session.sh swift test --skip-build --experimental-maximum-parallelization-width 2 \
    --filter 'ViewerLookTests|StudioLookTests|PlayerElementTests/controls' "$@"
