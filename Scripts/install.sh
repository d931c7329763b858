#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the programs with what a desktop needs to show them, or takes them away again: install.sh install|uninstall
# PREFIX (/usr/local) is where; DESTDIR is put before it by who makes a package; CONFIGURATION is the build, `release`.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

name=org.windowbox.Desktop
root=${DESTDIR:-}${PREFIX:-/usr/local}
configuration=${CONFIGURATION:-release}
programs=(windowbox windowbox-desktop windowbox-service windowbox-ingest)

# What is installed, and from where: one line a file. The texts are made by the programs themselves.
files() {
    local bin=$1 texts=$2 program
    for program in "${programs[@]}"; do echo "755 $bin/$program bin/$program"; done
    echo "644 Packaging/$name.desktop share/applications/$name.desktop"
    echo "644 Packaging/$name.metainfo.xml share/metainfo/$name.metainfo.xml"
    echo "644 Packaging/$name.svg share/icons/hicolor/scalable/apps/$name.svg"
    for program in windowbox windowbox-desktop windowbox-ingest; do echo "644 $texts/$program.1 share/man/man1/$program.1"; done
    echo "644 $texts/windowbox-service.8 share/man/man8/windowbox-service.8"
    echo "644 $texts/windowbox.bash share/bash-completion/completions/windowbox"
    echo "644 $texts/windowbox.zsh share/zsh/vendor-completions/_windowbox"
    echo "644 $texts/windowbox.fish share/fish/vendor_completions.d/windowbox.fish"
}

# Desktops find new files by themselves after a while; these make it at once, where they are there.
refresh() {
    [ -z "${DESTDIR:-}" ] || return 0
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$root/share/applications" || true; fi
    if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -qtf "$root/share/icons/hicolor" || true; fi
}

case ${1:-} in
    install)
        if [ -z "${BUILT:-}" ]; then
            for program in "${programs[@]}"; do CONFIGURATION=$configuration Scripts/build.sh --product "$program"; done
            BUILT=$(swift build -c "$configuration" --show-bin-path)
        fi
        texts=$(mktemp -d)
        trap 'rm -rf "$texts"' EXIT
        Scripts/manual.py "$BUILT" "$texts"
        # It is read by a shell, not run: bash's begins with a #! that has no place there.
        for shell in bash zsh fish; do "$BUILT/windowbox" completion "$shell" | sed '1{/^#!/d}' >"$texts/windowbox.$shell"; done
        files "$BUILT" "$texts" | while read -r mode from to; do install -D -m "$mode" "$from" "$root/$to"; done
        refresh
        echo "installed below $root; \`make uninstall\` with the same PREFIX takes it away" ;;
    uninstall)
        files . . | while read -r _ _ to; do rm -f "$root/$to"; done
        refresh
        echo "taken away below $root" ;;
    *)
        echo "install: 'install' or 'uninstall' is missing" >&2
        exit 2 ;;
esac
