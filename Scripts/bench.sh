#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Windowbox beside its peers on this machine, from an optimised build; writes Benchmarks/RESULTS.md. ROUNDS=7 by default;
# arguments go to Benchmarks/run.py.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run bench
CONFIGURATION=release Scripts/build.sh --product windowbox
CONFIGURATION=release Scripts/build.sh --product windowbox-desktop
exec python3 Benchmarks/run.py --rounds "${ROUNDS:-7}" --windowbox "$(swift build -c release --show-bin-path)/windowbox" "$@"
