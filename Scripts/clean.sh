#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Removes what was built, and the streams and bench media in the cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -rf .build .build-tsan .build-fuzz
rm -rf "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}"/windowbox/{streams,bench}-*
