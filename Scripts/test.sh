#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, makes the test streams and runs all tests in a desktop session of their own.
# FILTER=name runs some; arguments go to `swift test`.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run test
need_libraries
Scripts/streams.sh >/dev/null
swift build --build-tests
# All at once, the tests of sockets would wait for minutes behind those that only compute.
arguments=(--skip-build --experimental-maximum-parallelization-width 3)
[ -z "${FILTER:-}" ] || arguments+=(--filter "$FILTER")
Scripts/session.sh swift test "${arguments[@]}" "$@"
