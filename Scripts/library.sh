#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the library for C, Python and other languages, or removes it: library.sh install|uninstall|symbols
# It consists of libwindowbox.so.1, its headers, the pkg-config module windowbox-1, and the GObject introspection data Windowbox-1.
# PREFIX (/usr/local) is where; LIBRARIES is the folder below it for libraries (lib); DESTDIR is put before it by who makes a package.
# BUILT is a folder with a built libWindowboxC.so; without it, the library is built: CONFIGURATION (release).
# `symbols` compares the exported symbols with API/libwindowbox.symbols; `symbols --write` writes them there.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

# The ABI, as the loader names it, and its revision.
soname=libwindowbox.so.1
revision=0.0
prefix=${PREFIX:-/usr/local}
libraries=${LIBRARIES:-lib}
root=${DESTDIR:-}$prefix
sources=Sources/CAPI/Objects

build() {
    [ -z "${BUILT:-}" ] || return 0
    CONFIGURATION=${CONFIGURATION:-release} Scripts/build.sh --product WindowboxC >&2
    BUILT=$(swift build -c "${CONFIGURATION:-release}" --show-bin-path)
}

headers() { (cd "$sources/include" && find windowbox -name '*.h' | sort); }

# What is installed, below the prefix.
files() {
    local header
    echo "$libraries/$soname.$revision" "$libraries/$soname" "$libraries/libwindowbox.so" "$libraries/pkgconfig/windowbox-1.pc" \
        "$libraries/girepository-1.0/Windowbox-1.typelib" share/gir-1.0/Windowbox-1.gir | tr ' ' '\n'
    for header in $(headers); do echo "include/windowbox-1/$header"; done
}

pkg_config() {
    local version
    version=$(sed -n 's/.*version: "\([0-9.]*\)",.*/\1/p' Sources/Command/Windowbox.swift)
    cat <<END
prefix=$prefix
includedir=\${prefix}/include/windowbox-1
libdir=\${prefix}/$libraries
girdir=\${prefix}/share/gir-1.0
typelibdir=\${libdir}/girepository-1.0

Name: Windowbox
Description: plays files and streams
Version: ${version:?Sources/Command/Windowbox.swift has no version}
Requires: gtk4
Libs: -L\${libdir} -lwindowbox
Cflags: -I\${includedir}
END
}

# Reads the comments of the sources, and asks the library for its types.
introspect() { # folder for Windowbox-1.gir and its typelib
    local folder=$1
    mkdir -p "$folder/lib"
    cp "$BUILT/libWindowboxC.so" "$folder/lib/$soname"
    ln -sf "$soname" "$folder/lib/libwindowbox.so"
    mapfile -t scanned < <(find "$PWD/$sources/include/windowbox" -name '*.h' | sort; find "$PWD/$sources" -maxdepth 1 -name '*.c' | sort)
    (
        cd "$folder"
        # The scanner links and runs a program of its own, and keeps a cache in the home.
        HOME=$folder LD_LIBRARY_PATH=$folder/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} g-ir-scanner --quiet --warn-all --warn-error \
            --namespace=Windowbox --nsversion=1 --identifier-prefix=Windowbox --symbol-prefix=windowbox --include=Gtk-4.0 --pkg=gtk4 \
            --pkg-export=windowbox-1 --c-include=windowbox/windowbox.h --library-path="$folder/lib" --library=windowbox \
            --cflags-begin -I"$OLDPWD/$sources/include" -I"$OLDPWD/$sources" --cflags-end --sources-top-dirs="$OLDPWD/$sources" \
            --output=Windowbox-1.gir "${scanned[@]}"
        g-ir-compiler Windowbox-1.gir --output=Windowbox-1.typelib
    )
}

exported() { nm --dynamic --defined-only --format=posix "$BUILT/libWindowboxC.so" | awk '$2 ~ /^[A-Z]$/ { print $1 }' | LC_ALL=C sort; }

case ${1:-} in
    install)
        build
        work=$(mktemp -d)
        trap 'rm -rf "$work"' EXIT
        introspect "$work"
        install -D -m 644 "$BUILT/libWindowboxC.so" "$root/$libraries/$soname.$revision"
        ln -sf "$soname.$revision" "$root/$libraries/$soname"
        ln -sf "$soname" "$root/$libraries/libwindowbox.so"
        install -d "$root/$libraries/pkgconfig"
        pkg_config >"$root/$libraries/pkgconfig/windowbox-1.pc"
        for header in $(headers); do install -D -m 644 "$sources/include/$header" "$root/include/windowbox-1/$header"; done
        install -D -m 644 "$work/Windowbox-1.gir" "$root/share/gir-1.0/Windowbox-1.gir"
        install -D -m 644 "$work/Windowbox-1.typelib" "$root/$libraries/girepository-1.0/Windowbox-1.typelib"
        [ -n "${DESTDIR:-}" ] || [ "$(id -u)" -ne 0 ] || ldconfig
        echo "the library is installed below $root" ;;
    uninstall)
        files | while read -r file; do rm -f "$root/$file"; done
        rmdir "$root/include/windowbox-1/windowbox" "$root/include/windowbox-1" 2>/dev/null || true
        echo "the library is removed from $root" ;;
    symbols)
        build
        if [ "${2:-}" = --write ]; then exported >API/libwindowbox.symbols; exit; fi
        if ! diff -u --label API/libwindowbox.symbols API/libwindowbox.symbols --label exported <(exported) >&2; then
            echo "library: the library exports other symbols than API/libwindowbox.symbols lists. A symbol that is gone or means something" >&2
            echo "else breaks programs: see CONTRIBUTING.md. If new ones are intended, run Scripts/library.sh symbols --write." >&2
            exit 1
        fi ;;
    *)
        echo "library: 'install', 'uninstall' or 'symbols' is missing" >&2
        exit 2 ;;
esac
