#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds and starts the demo; arguments are passed to `windowbox demo`.
#
# Makes a debug build: `make test` uses it too, it is ready minutes earlier than an optimised one, and most of the time goes
# into FFmpeg's decoders in both. Use CONFIGURATION=release for long viewing and for measurements.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build run
# One build per program; shared targets are built once.
for program in windowbox windowbox-service windowbox-ingest; do Scripts/build.sh --product "$program"; done
# Without a display, the desktop app is not built.
[ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || Scripts/build.sh --product windowbox-desktop
exec "$(swift build -c "${CONFIGURATION:-debug}" --show-bin-path)/windowbox" demo "$@"
