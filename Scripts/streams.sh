#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the test streams with ffmpeg and prints their folder.
#
#   Scripts/streams.sh              into the cache, once per version of these scripts
#   Scripts/streams.sh OUTDIR [NAME…]   into OUTDIR, all of them or those named
#
# The cache is ${XDG_CACHE_HOME:-~/.cache}/windowbox/streams-<hash of the scripts>. Concurrent processes wait for the first
# one and never see an incomplete folder.
set -euo pipefail

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# shellcheck source=Scripts/made.sh
source "$scripts/made.sh"
need ffmpeg python3
export PYTHONDONTWRITEBYTECODE=1

if [ $# -gt 0 ]; then
    mkdir -p "$1"
    python3 "$scripts/streams/make.py" "$@"
    (cd "$1" && pwd)
    exit
fi
made streams "$(cat "$scripts/streams.sh" "$scripts"/streams/*.py | sha256sum | cut -c1-16)" python3 "$scripts/streams/make.py"
