#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packages test media with other packagers (FFmpeg with its defaults and in many variants, GStreamer, mkvmerge, VLC) and prints the folder.
#
#   Scripts/packagers.sh                   into the cache, once per version of these scripts
#   Scripts/packagers.sh OUTDIR [NAME…]    into OUTDIR, all of them or those named
set -euo pipefail

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=Scripts/made.sh
source "$scripts/made.sh"
need ffmpeg python3
export PYTHONDONTWRITEBYTECODE=1

if [ $# -gt 0 ]; then
    mkdir -p "$1"
    python3 "$scripts/packagers/make.py" "$@"
    (cd "$1" && pwd)
    exit
fi
made packagers "$(cat "$scripts/packagers.sh" "$scripts"/packagers/*.py "$scripts/streams/sources.py" | sha256sum | cut -c1-16)" \
    python3 "$scripts/packagers/make.py"
