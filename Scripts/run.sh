#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds and starts the main job; arguments go to `windowbox demo`.
#
# The build is a debug one: it is what `make test` uses too, it is there minutes earlier than an optimised one, and
# decoding, where the time goes, is FFmpeg's in both. CONFIGURATION=release is for long viewing and for measuring.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run
# In one build each: what they share is built once.
for program in windowbox windowbox-service windowbox-ingest; do Scripts/build.sh --product "$program"; done
# Where no window can open, nobody waits for the program that would open it.
[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || Scripts/build.sh --product windowbox-desktop
exec "$(swift build -c "${CONFIGURATION:-debug}" --show-bin-path)/windowbox" demo "$@"
