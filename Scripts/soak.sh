#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Random actions over the streams of other packagers for SOAK_SECONDS (an hour), beside invariants that must hold.
# SOAK_SEED repeats a run; without it chance begins elsewhere each time, and the run says where.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

export WINDOWBOX_SOAK_SECONDS=${SOAK_SECONDS:-3600}
[ -z "${SOAK_SEED:-}" ] || export WINDOWBOX_SOAK_SEED=$SOAK_SEED
export STILL=$((WINDOWBOX_SOAK_SECONDS + 600))
FILTER=SoakTests exec Scripts/test.sh
