#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the Debian packages for this machine's architecture in OUTPUT (.build/deb): windowbox, with the command and the desktop app,
# windowbox-service, with the service and windowbox-ingest, libwindowbox1, libwindowbox-dev and gir1.2-windowbox-1, with the library for C and
# other languages, and windowbox-doc, with the documentation site.
# BUILT is a folder with built programs; without it, they are built optimised. The Swift runtime is linked into them (Package.swift), so
# they depend only on packages of Debian. RUNTIME is a folder with Swift's libraries, for built programs that are linked to them, as debug builds
# are: only for trying the packages, which don't contain it. DOCUMENTATION is a folder with the site; without it, Scripts/docs.sh builds it.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

Scripts/packages.sh build library deb
output=${OUTPUT:-.build/deb}
mkdir -p "$output"
output=$(cd "$output" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tree=$work/tree
multiarch=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
DESTDIR=$tree PREFIX=/usr Scripts/install.sh install >&2
DESTDIR=$tree PREFIX=/usr LIBRARIES=lib/$multiarch Scripts/library.sh install >&2

version=$("$tree/usr/bin/windowbox" --version)
# The commit count after the version makes each package newer than the previous one.
tag=$(git describe --tags --exact-match 2>/dev/null || true)
[ "$tag" = "$version" ] || version+="~git$(git rev-list --count HEAD)"
version=${VERSION:-$version}
architecture=$(dpkg --print-architecture)
maintainer=${MAINTAINER:-"Windowbox maintainers <maintainers@windowbox.invalid>"}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

move() { # package, path…: from the installed tree into the package's
    local package=$1 path
    shift
    for path in "$@"; do
        mkdir -p "$work/$package/$(dirname "$path")"
        mv "$tree/$path" "$work/$package/$path"
    done
}

# The programs contain third-party code, whose licences must be included.
licences() {
    local file
    printf 'Windowbox is under the Apache License 2.0, which is in /usr/share/common-licenses/Apache-2.0 on Debian systems.\n'
    printf 'Copyright: the Windowbox contributors\n\n'
    printf 'The programs and the library contain the Swift runtime and Foundation (Apache License 2.0 with Runtime Library Exception,\n'
    printf 'Copyright Apple Inc. and the Swift project authors) and the packages below.\n'
    for file in .build/checkouts/*/{LICENSE,NOTICE}*; do
        [ -f "$file" ] || continue
        printf '\n%s\n\n' "--- $(basename "$(dirname "$file")"), $(basename "$file") ---"
        # Debian has the text of the common licence.
        if [[ $file == */LICENSE* ]] && grep -q 'Apache License' "$file" && [ "$(wc -l <"$file")" -gt 150 ]; then
            printf 'Apache License 2.0: /usr/share/common-licenses/Apache-2.0\n'
            sed -n '/^## Runtime Library Exception\|^--- *Exceptions/,$p' "$file"
        else
            cat "$file"
        fi
    done
}

pack() { # package, architecture: adds the change log and the checksums, and builds the package
    local package=$1 architecture=$2 root=$work/$1
    printf 'windowbox (%s) unstable; urgency=medium\n\n  * CHANGELOG.md in the sources lists what is new.\n\n -- %s  %s\n' \
        "$version" "$maintainer" "$(date -u -R -d "@$SOURCE_DATE_EPOCH")" | gzip -9n >"$root/usr/share/doc/$package/changelog.gz"
    (cd "$root" && find . -type f -not -path './DEBIAN/*' -not -path './etc/*' -printf '%P\0' | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    find "$root" -type d -exec chmod 755 {} +
    dpkg-deb --root-owner-group -b "$root" "$output/${package}_${version}_$architecture.deb" >&2
    echo "$output/${package}_${version}_$architecture.deb"
}

# The programs and libraries of a package.
binaries() { find "$1" \( -path '*/usr/bin/*' -o -name 'lib*.so.*' \) -type f; }

control() { # package, architecture, section, depends, recommends, suggests, first line and rest of the description, fields
    local package=$1 architecture=$2 section=$3 depends=$4 recommends=$5 suggests=$6 summary=$7 text=$8 fields=${9:-} root=$work/$1 script
    mkdir -p "$root/DEBIAN"
    {
        printf 'Package: %s\nSource: windowbox\nVersion: %s\nArchitecture: %s\n' "$package" "$version" "$architecture"
        printf 'Maintainer: %s\nInstalled-Size: %s\n' "$maintainer" "$(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)"
        printf 'Depends: %s\n' "$depends"
        [ -z "$recommends" ] || printf 'Recommends: %s\n' "$recommends"
        [ -z "$suggests" ] || printf 'Suggests: %s\n' "$suggests"
        [ -z "$fields" ] || printf '%s\n' "$fields"
        printf 'Section: %s\nPriority: optional\nDescription: %s\n%s\n' "$section" "$summary" "$text"
    } >"$root/DEBIAN/control"
    for script in Packaging/debian/"$package"/*; do
        [ -f "$script" ] || continue
        install -m 755 "$script" "$root/DEBIAN/"
    done
    if [ -d "$root/etc" ]; then (cd "$root" && find etc -type f -printf '/%p\n') >"$root/DEBIAN/conffiles"; fi
    pack "$package" "$architecture"
}

finish() { # package, section, depends beside the libraries', recommends, suggests, first line and rest of the description, fields
    local package=$1 section=$2 depends=$3 root=$work/$1 libraries
    mapfile -t programs < <(binaries "$root")
    strip --strip-unneeded --remove-section=.comment --remove-section=.note "${programs[@]}"
    chrpath -d "${programs[@]}" >/dev/null
    if [ -d "$root/usr/share/man" ]; then find "$root/usr/share/man" -type f -exec gzip -9n {} +; fi
    install -d "$root/usr/share/doc/$package"
    licences >"$root/usr/share/doc/$package/copyright"
    # dpkg-shlibdeps expects the control file of a source package, and a folder named DEBIAN.
    mkdir -p "$work/source/debian" "$root/DEBIAN"
    printf 'Source: windowbox\n\nPackage: %s\nArchitecture: any\n' "$package" >"$work/source/debian/control"
    libraries=$(cd "$work/source" && dpkg-shlibdeps --warnings=0 ${RUNTIME:+"-l$RUNTIME" --ignore-missing-info} -O "${programs[@]}" | sed -n 's/^shlibs:Depends=//p')
    [ -n "$libraries" ] || { echo "deb: dpkg-shlibdeps found no libraries of $package" >&2; exit 1; }
    # swift-nio-extras (CNIOExtrasZlib), which the service needs, bundles zlib and can't be built with Debian's.
    if [ -d "$root/usr/bin" ]; then
        install -d "$root/usr/share/lintian/overrides"
        find "$root/usr/bin" -type f -printf "$package: embedded-library zlib [usr/bin/%f]\n" | sort >"$root/usr/share/lintian/overrides/$package"
    fi
    control "$package" "$architecture" "$section" "$libraries${depends:+, $depends}" "${@:4}"
}

copyright() { # package: without third-party code
    install -d "$work/$1/usr/share/doc/$1"
    {
        printf 'Windowbox and its documentation are under the Apache License 2.0, which is in\n'
        printf '/usr/share/common-licenses/Apache-2.0 on Debian systems.\n\nCopyright (c) 2026 the Windowbox contributors\n'
    } >"$work/$1/usr/share/doc/$1/copyright"
}

move windowbox-service usr/bin/windowbox-service usr/bin/windowbox-ingest \
    usr/share/man/man1/windowbox-ingest.1 usr/share/man/man8/windowbox-service.8
install -D -m 644 Packaging/windowbox.service "$work/windowbox-service/lib/systemd/system/windowbox.service"
install -D -m 640 Packaging/service.conf "$work/windowbox-service/etc/windowbox/service.conf"
chmod 644 "$work/windowbox-service/etc/windowbox/service.conf"
(cd "$tree" && find usr/lib -name 'libwindowbox.so.*') >"$work/runtime"
mapfile -t runtime <"$work/runtime"
move libwindowbox1 "${runtime[@]}"
move gir1.2-windowbox-1 "usr/lib/$multiarch/girepository-1.0"
move libwindowbox-dev usr/lib usr/include usr/share/gir-1.0
mv "$tree" "$work/windowbox"

# dpkg-shlibdeps doesn't see libraries that are loaded at run time: libcurl, libpulse, libavfilter, and Pango for `windowbox still --captions`.
finish windowbox video "" "libcurl4 | libcurl4t64, libpulse0, libavfilter9 | libavfilter8, libpango-1.0-0, libpangocairo-1.0-0, ffmpeg" "windowbox-service, espeak-ng" \
    "player for HLS and DASH streams, films and music" \
    " Windowbox plays adaptive streams and the files of this machine, in a window
 or without one. The command windowbox also examines, downloads, casts and
 measures streams, and reads captions and ads."
finish windowbox-service net "adduser, ffmpeg, bubblewrap" "" "nginx, postgresql, espeak-ng" \
    "video service with feeds, uploads and live streams" \
    " Files, uploads and live sources become HLS. A catalogue in SQLite or
 PostgreSQL, feeds, events, webhooks and an administration in the browser are
 served over HTTP. windowbox-ingest makes streams of files by hand."

mkdir -p "$work/libwindowbox1/DEBIAN"
echo "libwindowbox 1 libwindowbox1 (>= $version)" >"$work/libwindowbox1/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$work/libwindowbox1/DEBIAN/triggers"
finish libwindowbox1 libs "" "libcurl4 | libcurl4t64, libpulse0, libavfilter9 | libavfilter8, libpango-1.0-0, libpangocairo-1.0-0" "" \
    "library that plays HLS and DASH streams, films and music" \
    " A player with lists, exact seeks, tracks and captions, for programs in C and
 other languages: it delivers frames, or shows them in a GTK 4 widget." "Multi-Arch: same"
copyright gir1.2-windowbox-1
control gir1.2-windowbox-1 "$architecture" introspection "libwindowbox1 (= $version), gir1.2-gtk-4.0" "" "" \
    "library that plays streams and films (introspection data)" \
    " With it, Python, JavaScript and other languages use libwindowbox through
 GObject introspection." "Multi-Arch: same"
copyright libwindowbox-dev
control libwindowbox-dev "$architecture" libdevel \
    "libwindowbox1 (= $version), gir1.2-windowbox-1 (= $version), libgtk-4-dev" "" windowbox-doc \
    "library that plays streams and films (development files)" \
    " Headers, the module windowbox-1 for pkg-config, and the introspection data in
 XML." "Multi-Arch: same"

if [ -z "${DOCUMENTATION:-}" ]; then
    Scripts/docs.sh >&2
    DOCUMENTATION=.build/documentation/site
fi
root=$work/windowbox-doc
install -d "$root/usr/share/doc/windowbox-doc" "$root/usr/share/doc-base" "$root/DEBIAN"
cp -r "$DOCUMENTATION" "$root/usr/share/doc/windowbox-doc/html"
find "$root" -type f -exec chmod 644 {} +
{
    printf 'Document: windowbox-doc\nTitle: Windowbox\nAuthor: the Windowbox contributors\n'
    printf 'Abstract: guides, operation and programming interface of Windowbox\nSection: Video\n\n'
    printf 'Format: HTML\nIndex: /usr/share/doc/windowbox-doc/html/index.html\nFiles: /usr/share/doc/windowbox-doc/html/*\n'
} >"$root/usr/share/doc-base/windowbox-doc.windowbox-doc"
copyright windowbox-doc
{
    printf 'Package: windowbox-doc\nSource: windowbox\nVersion: %s\nArchitecture: all\n' "$version"
    printf 'Maintainer: %s\nInstalled-Size: %s\n' "$maintainer" "$(du -sk --apparent-size --exclude=DEBIAN "$root" | cut -f1)"
    printf 'Suggests: www-browser\nSection: doc\nPriority: optional\nDescription: documentation of Windowbox\n'
    printf ' Quick starts and guides for application developers, web developers,\n operators and viewers, and the reference of the Swift modules. It needs no\n'
    printf ' network.\n'
} >"$root/DEBIAN/control"
pack windowbox-doc all
