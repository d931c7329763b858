#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, makes the test streams and runs all tests in a private desktop session.
# FILTER=name runs some; arguments are passed to `swift test`. Failures are repeated at the end of the output.
# TRIES=2 runs failed tests (ten at most) once more, alone. A test that then passes is reported as unsteady and does not fail
# the run; it is a defect to be fixed. The same applies to tests that had not ended when a run was aborted.
# A run in which no test begins or ends for STILL seconds (420) is aborted, and the running tests are named.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test web
need_libraries
# Beside the build, because each of them leaves a core idle for minutes.
{ Scripts/web-player.sh && Scripts/streams.sh >/dev/null && Scripts/packagers.sh >/dev/null; } &
preparing=$!
trap 'kill "$preparing" 2>/dev/null || true' EXIT
swift build "${build_options[@]}" --build-tests
wait "$preparing"

events=$(mktemp "${TMPDIR:-/tmp}/windowbox-tests.XXXXXX")
crashes=$(mktemp -d "${TMPDIR:-/tmp}/windowbox-crashes.XXXXXX")
trap 'rm -rf "$events" "$crashes"' EXIT
# The location of a crash is reported at the end, not in the middle of a long log.
export SWIFT_BACKTRACE=enable=yes,color=no,interactive=no,output-to=$crashes
# With all tests at once, socket tests would wait minutes for CPU-bound ones. With three, two cores were idle half of the time, because many
# tests play in real time.
run() {
    : >"$events"
    Scripts/watched.py "$events" "${STILL:-420}" \
        Scripts/session.sh swift test --skip-build --experimental-maximum-parallelization-width 4 \
        --event-stream-version 0 --event-stream-output-path "$events" "$@"
}

arguments=("$@")
[ -z "${FILTER:-}" ] || arguments+=(--filter "$FILTER")
status=0
run "${arguments[@]}" || status=$?
[ "$status" -ne 0 ] || exit 0

tell_crashes() {
    local file
    for file in "$crashes"/*.log; do
        [ -f "$file" ] || continue
        # Up to the registers: the reason and the stack of the crashed thread.
        echo "crashed: ${file##*/}"
        sed -n '/^Registers:/q; /./p' "$file" | head -n 80
    done
    rm -f "$crashes"/*.log
}

told=0
Scripts/failures.py "$events" || told=$?
# Programs that tests crash on purpose leave such files too.
[ "$told" -ne 2 ] || tell_crashes
[ "$told" -ne 0 ] || exit "$status"
if [ "${TRIES:-1}" -gt 1 ]; then
    filter=$(Scripts/failures.py "$events" --filter) || true
    chosen=$(tr '|' '\n' <<<"$filter" | wc -l)
    [ "$told" -eq 2 ] || [ "$chosen" -le 10 ] || exit "$status"
    [ -n "$filter" ] && [ "${#filter}" -lt 100000 ] || exit "$status"
    echo "test: once more, alone: $filter"
    if run --filter "$filter"; then
        echo "test: UNSTEADY, failed and then passed: $filter"
        exit 0
    fi
    told=0
    Scripts/failures.py "$events" || told=$?
    [ "$told" -ne 2 ] || tell_crashes
fi
exit "$status"
