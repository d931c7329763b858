#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a program that shows a video in a window, within Scripts/session.sh: watch.sh TITLE PROGRAM…
# Succeeds when the window shows a picture, and then another one. SHOT is where the last picture of the screen is stored.
set -euo pipefail
title=$1
shift
folder=$(mktemp -d)
"$@" &
program=$!
trap 'kill "$program" 2>/dev/null || true; rm -rf "$folder"' EXIT

# A picture of the middle of the window, where no control changes.
look() { # file
    local window
    window=$(xdotool search --onlyvisible --name "^$title\$" 2>/dev/null | head -n 1)
    [ -n "$window" ] || return 1
    import -window "$window" -gravity center -crop 70%x40%+0+0 +repage "$1" 2>/dev/null
}
shows_picture() { # file
    local colours
    colours=$(identify -format '%k' "$1" 2>/dev/null || echo 0)
    [ "$colours" -gt 300 ]
}

end=$((SECONDS + 90))
until look "$folder/first.png" && shows_picture "$folder/first.png"; do
    kill -0 "$program" || { echo "watch: the program has ended" >&2; exit 1; }
    [ "$SECONDS" -lt "$end" ] || { echo "watch: no picture was seen" >&2; exit 1; }
done
until look "$folder/second.png" && ! cmp -s "$folder/first.png" "$folder/second.png"; do
    kill -0 "$program" || { echo "watch: the program has ended" >&2; exit 1; }
    [ "$SECONDS" -lt "$end" ] || { echo "watch: the picture stands still" >&2; exit 1; }
done
[ -z "${SHOT:-}" ] || import -window root "$SHOT"
echo "the video moves"
