#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Removes build products, and the test streams and benchmark media in the cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

rm -rf .build .build-tsan .build-fuzz
rm -rf "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}"/windowbox/{streams,bench}-*
