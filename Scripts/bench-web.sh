#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the player for browsers in Chromium on this machine, and writes Benchmarks/WEB.md. With WINDOWBOX_HLSJS=FILE, the path of an
# hls.min.js, beside that. Arguments are passed to Benchmarks/web.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

Scripts/web-player.sh
exec python3 Benchmarks/web.py "$@"
