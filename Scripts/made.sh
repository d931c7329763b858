# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts that make test media.

# made NAME HASH COMMAND…: prints the folder ${XDG_CACHE_HOME:-~/.cache}/windowbox/NAME-HASH. If it doesn't exist, COMMAND makes it;
# the folder to fill is its last argument. Concurrent processes wait for the first one, and never see an incomplete
# folder.
made() {
    local name=$1 hash=$2 cache final
    shift 2
    cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/windowbox
    final=$cache/$name-$hash
    mkdir -p "$cache"
    if [ ! -f "$final/.complete" ]; then
        exec 9>"$cache/$name.lock"
        flock 9
        if [ ! -f "$final/.complete" ]; then
            echo "$name: making test media in $final (about a minute)" >&2
            rm -rf "$final" "$cache/$name"-*.partial
            "$@" "$final.partial" 9>&-
            touch "$final.partial/.complete"
            mv "$final.partial" "$final"
        fi
        exec 9>&-
    fi
    echo "$final"
}

# need TOOL…: exits with a message that names the missing Debian package.
need() {
    local tool
    for tool in "$@"; do
        if ! command -v "$tool" >/dev/null; then
            echo "${0##*/}: $tool is missing; install it with: apt-get install $tool" >&2
            exit 3
        fi
    done
}
