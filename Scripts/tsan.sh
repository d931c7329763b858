#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The playback tests under the thread sanitizer, in a scratch folder of its own (every flag would rebuild the other one).
# FILTER narrows the tests down. What is measured against the clock is left out: the sanitizer makes everything some ten times slower.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test
need_libraries
Scripts/streams.sh >/dev/null
options=(--sanitize=thread --scratch-path .build-tsan)
export WINDOWBOX_TESTS=Playback
swift build "${options[@]}" --product windowboxPackageTests
# Swift's own clang knows the calling convention.
"$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -shared -fPIC -o .build-tsan/mutex.so Scripts/tsan/mutex.c -ldl
TSAN_OPTIONS="halt_on_error=0 exitcode=66 suppressions=$PWD/Scripts/tsan/suppressions.txt ${TSAN_OPTIONS:-}" Scripts/session.sh env LD_PRELOAD="$PWD/.build-tsan/mutex.so" \
    swift test "${options[@]}" --skip-build --experimental-maximum-parallelization-width 2 --skip 'ItemQueueTests/longList' --filter "${FILTER:-^(Streaming|Transport|Codec|Engine|Player|Offline|Controllers)Tests\.}" "$@"
