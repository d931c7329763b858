# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the other scripts: changes to the package's root, and exits with a clear message if Swift isn't installed.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit

if ! command -v swift >/dev/null; then
    echo "Swift isn't installed: get Swift 6.2 or newer from https://www.swift.org/install/linux and put it into PATH." >&2
    exit 1
fi

swift_version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
if [ "$(printf '%s\n' 6.2 "${swift_version:-0}" | sort -V | head -n 1)" != 6.2 ]; then
    echo "Swift ${swift_version:-of an unknown version} is too old: Windowbox needs 6.2 or newer." >&2
    exit 1
fi

# For SwiftPM a missing development package is only a warning, followed by an obscure linker error.
need_libraries() {
    local name
    for name in libavformat libavcodec libavutil libswscale libswresample libpulse libcurl libadwaita-1; do
        if ! pkg-config --exists "$name"; then
            echo "The development files of $name are missing: run Scripts/packages.sh build." >&2
            exit 1
        fi
    done
}

# For `swift build`. Without debug information a build takes an eighth less time, and crashes are reported without line numbers.
# shellcheck disable=SC2034
build_options=(${WINDOWBOX_DEBUG_INFORMATION:+-debug-info-format "$WINDOWBOX_DEBUG_INFORMATION"})
