#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kills the service (kill -9) during events, purchases and parts of uploads, 50 times each, and checks after a restart that all
# acknowledged data is there. KILLS=n sets another number. `make test` does it three times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export WINDOWBOX_KILLS=${KILLS:-50}
FILTER='ProgramTests/killed' Scripts/test.sh "$@"
