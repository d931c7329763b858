#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs the playback tests under the thread sanitizer, in a separate scratch folder (its flags would rebuild the usual one).
# FILTER selects tests. Timing tests are left out, because the sanitizer slows everything down about tenfold.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test
need_libraries
Scripts/streams.sh >/dev/null
options=(--sanitize=thread --scratch-path .build-tsan)
export WINDOWBOX_TESTS=Playback
swift build "${options[@]}" --product windowboxPackageTests
# Swift's own clang knows Swift's calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC -o .build-tsan/mutex.so Scripts/tsan/mutex.c -ldl
TSAN_OPTIONS="halt_on_error=0 exitcode=66 suppressions=$PWD/Scripts/tsan/suppressions.txt ${TSAN_OPTIONS:-}" Scripts/session.sh env LD_PRELOAD="$PWD/.build-tsan/mutex.so" \
    swift test "${options[@]}" --skip-build --experimental-maximum-parallelization-width 2 --skip 'ItemQueueTests/longList' --filter "${FILTER:-^(Streaming|Transport|Codec|Engine|Player|Offline|Controllers)Tests\.}" "$@"
