#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures an optimised build of the service on this machine, and writes Benchmarks/SERVICE.md. Arguments are passed to
# Benchmarks/service.py.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run bench
for program in windowbox windowbox-service windowbox-ingest; do CONFIGURATION=release Scripts/build.sh --product "$program"; done
exec python3 Benchmarks/service.py --programs "$(swift build -c release --show-bin-path)" "$@"
