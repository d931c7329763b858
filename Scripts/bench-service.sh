#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The service's marks on this machine, from an optimised build; writes Benchmarks/SERVICE.md. Arguments go to Benchmarks/service.py.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run bench
for program in windowbox windowbox-service windowbox-ingest; do CONFIGURATION=release Scripts/build.sh --product "$program"; done
exec python3 Benchmarks/service.py --programs "$(swift build -c release --show-bin-path)" "$@"
