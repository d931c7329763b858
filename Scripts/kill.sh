#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kills the service (kill -9) in the middle of events, purchases and parts of uploads, 50 times each, and looks whether all that it had
# answered for is there when it is started again. KILLS=n: another number. `make test` does it three times.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export WINDOWBOX_KILLS=${KILLS:-50}
FILTER='ProgramTests/killed' Scripts/test.sh "$@"
