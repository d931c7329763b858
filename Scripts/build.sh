#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing and builds; arguments are passed to `swift build`. CONFIGURATION=release builds optimised.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build
need_libraries
swift build -c "${CONFIGURATION:-debug}" "$@"
