#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs the missing Debian packages for the given purposes: packages.sh build|library|run|test|check|docs|web|deb|bench…
# Prints nothing if nothing is missing, and never prompts.
set -euo pipefail

wanted=()
for purpose in "$@"; do
    case $purpose in
        build)
            wanted+=(
                pkg-config libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev libpulse-dev
                libcurl4-openssl-dev libsonic-dev libpq-dev libsqlite3-dev libxml2-dev zlib1g-dev libglib2.0-dev libadwaita-1-dev libgtk-4-dev libx11-dev libopengl-dev
            ) ;;
        library) wanted+=(gobject-introspection libgirepository1.0-dev gir1.2-gtk-4.0 libgtk-4-dev binutils) ;;
        run) wanted+=(ffmpeg bubblewrap espeak-ng fonts-dejavu-core adwaita-icon-theme) ;;
        test)
            wanted+=(
                ffmpeg bubblewrap espeak-ng python3 openssl xvfb openbox dbus at-spi2-core libatspi2.0-dev imagemagick fonts-dejavu-core
                adwaita-icon-theme weston xdotool x11-utils pulseaudio pulseaudio-utils nodejs playerctl
                fonts-vlgothic gmediarender gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad chromium
                chromium-driver gstreamer1.0-libav gstreamer1.0-tools vlc-bin vlc-plugin-base mkvtoolnix iproute2 postgresql python3-venv python3-aiosmtpd nginx-light curl
                gcc libc6-dev gobject-introspection libgirepository1.0-dev gir1.2-gtk-4.0 python3-gi gjs pocketsphinx pocketsphinx-en-us
            ) ;;
        check) wanted+=(git shellcheck nodejs desktop-file-utils appstream flatpak-builder groff-base systemd) ;;
        docs) wanted+=(cmark-gfm git python3) ;;
        web) wanted+=(binaryen esbuild brotli) ;;
        deb) wanted+=(dpkg-dev binutils chrpath git python3 cmark-gfm) ;;
        bench)
            wanted+=(
                ffmpeg python3 nginx-light wrk mpv vlc-bin vlc-plugin-base vlc-plugin-video-output libvlc-dev gstreamer1.0-tools
                gstreamer1.0-plugins-base gstreamer1.0-plugins-good gstreamer1.0-plugins-bad gstreamer1.0-libav
                libgstreamer1.0-dev libgstreamer-plugins-base1.0-dev gcc libc6-dev
            ) ;;
        *)
            echo "packages: unknown purpose '$purpose' (build, library, run, test, check, docs, web, deb, bench)" >&2
            exit 2 ;;
    esac
done

if ! command -v dpkg-query >/dev/null; then
    echo "packages: this isn't Debian; the packages needed are called there: ${wanted[*]}" >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
        echo "packages: missing, and this user may not install them. Run as root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo -n)
fi

echo "packages: installing ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" </dev/null >>"$log" 2>&1; }
# The package lists may be absent or old, so refresh them; a failing mirror matters only if the installation fails too.
apt update || true
if ! apt install --no-install-recommends "${missing[@]}"; then
    tail -n 20 "$log" >&2
    echo "packages: apt-get failed; its last lines stand above" >&2
    exit 1
fi
