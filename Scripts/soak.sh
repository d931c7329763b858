#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Performs random actions with other packagers' streams for SOAK_SECONDS (an hour), and checks invariants.
# SOAK_SEED repeats a run; without it the seed is random and printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export WINDOWBOX_SOAK_SECONDS=${SOAK_SECONDS:-3600}
[ -z "${SOAK_SEED:-}" ] || export WINDOWBOX_SOAK_SEED=$SOAK_SEED
export STILL=$((WINDOWBOX_SOAK_SECONDS + 600))
FILTER=SoakTests exec Scripts/test.sh
