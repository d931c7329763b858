#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the test streams with ffmpeg and prints their folder.
#
#   Scripts/streams.sh              into the cache, once per version of these scripts
#   Scripts/streams.sh OUTDIR [NAME…]   into OUTDIR, all of them or those named
#
# The cache is ${XDG_CACHE_HOME:-~/.cache}/windowbox/streams-<hash of the scripts>. Processes that ask at the same time
# wait for the first one; what is half made is never seen.
set -euo pipefail

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

for tool in ffmpeg python3; do
    if ! command -v "$tool" >/dev/null; then
        echo "streams: $tool is missing; install it with: apt-get install $tool" >&2
        exit 3
    fi
done

if [ $# -gt 0 ]; then
    mkdir -p "$1"
    PYTHONDONTWRITEBYTECODE=1 python3 "$scripts/streams/make.py" "$@"
    (cd "$1" && pwd)
    exit
fi

hash=$(cat "$scripts/streams.sh" "$scripts"/streams/*.py | sha256sum | cut -c1-16)
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/windowbox
final=$cache/streams-$hash
mkdir -p "$cache"

if [ ! -f "$final/streams.json" ]; then
    exec 9>"$cache/streams.lock"
    flock 9
    if [ ! -f "$final/streams.json" ]; then
        echo "streams: making the test streams in $final (about a minute)" >&2
        rm -rf "$cache"/streams-*.partial
        PYTHONDONTWRITEBYTECODE=1 python3 "$scripts/streams/make.py" "$final.partial" 9>&-
        mv "$final.partial" "$final"
    fi
    exec 9>&-
fi
echo "$final"
