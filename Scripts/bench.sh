#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Windowbox beside its peers on this machine, from an optimised build; writes Benchmarks/RESULTS.md and Benchmarks/SYNC.md.
# ROUNDS=7 by default; arguments go to Benchmarks/run.py.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run bench
for product in windowbox windowbox-ingest windowbox-desktop; do
    CONFIGURATION=release Scripts/build.sh --product "$product"
done
binaries=$(swift build -c release --show-bin-path)
python3 Benchmarks/run.py --rounds "${ROUNDS:-7}" --windowbox "$binaries/windowbox" "$@"
# The offset of sound to pictures in real windows; ten minutes more for each player with SYNC_LONG=1.
Scripts/session.sh python3 Benchmarks/sync.py --windowbox "$binaries/windowbox-desktop" --output Benchmarks/SYNC.md ${SYNC_LONG:+--long}
