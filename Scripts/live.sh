#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Plays live origins made by FFmpeg and GStreamer behind nginx for LIVE_SECONDS (600) each, LIVE_AT_ONCE (4) at a time, and
# writes Benchmarks/LIVE.md. As root, they are behind a network with delay, loss and changing rates, in its own namespace.
# Arguments select cases; Scripts/live/origin.py --list prints all. LIVE_FOLDER keeps the observations of each run.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test
need_libraries
WINDOWBOX_TESTS=Playback/EngineTests swift build --product windowboxPackageTests
tests=$(WINDOWBOX_TESTS=Playback/EngineTests swift build --show-bin-path)/windowboxPackageTests.xctest

cases=("$@")
[ ${#cases[@]} -gt 0 ] || mapfile -t cases < <(Scripts/live/origin.py --list)
folder=${LIVE_FOLDER:-$(mktemp -d "${TMPDIR:-/tmp}/windowbox-live-results.XXXXXX")}
mkdir -p "$folder"
rm -f "$folder"/*.json
export WINDOWBOX_LIVE_CASES="${cases[*]}" WINDOWBOX_LIVE_SECONDS=${LIVE_SECONDS:-600} WINDOWBOX_LIVE_RESULTS=$folder
export WINDOWBOX_LIVE_RESTARTS=${LIVE_RESTARTS:-40} WINDOWBOX_LIVE_NETWORK=no
play=(
    Scripts/session.sh "$tests" --skip-build --testing-library swift-testing
    --experimental-maximum-parallelization-width "${LIVE_AT_ONCE:-4}" --filter LiveOriginTests)
status=0
if [ "$(id -u)" -eq 0 ] && [ -e /dev/net/tun ] && [ "${LIVE_NETWORK:-yes}" = yes ]; then
    export WINDOWBOX_LIVE_NETWORK=yes
    # shellcheck disable=SC2016 # the inner shell expands it
    unshare --net bash -c 'ip link set lo up && exec "$@"' - "${play[@]}" || status=$?
else
    echo "live: without root or /dev/net/tun the network is the loopback, which is never bad" >&2
    "${play[@]}" || status=$?
fi
[ "${LIVE_REPORT:-yes}" = no ] || Scripts/live/report.py "$folder" Benchmarks/LIVE.md
exit "$status"
