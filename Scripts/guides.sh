#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds and runs the programs in the documents: the Swift blocks after a comment <!-- program: headless --> or <!-- program: window -->.
# Each gets the address of a short HLS stream with two qualities and two languages, and a folder. One without a window must end by itself,
# successfully and with an output, and also when the address is wrong; of one with a window a screenshot is taken when it shows a picture.
# What each printed or showed is in .build/guides. guides.sh NAME… runs only the documents whose path contains a name.
set -euo pipefail
# shellcheck source=Scripts/toolchain.sh
source "$(dirname "${BASH_SOURCE[0]}")/toolchain.sh"

if [ "${WINDOWBOX_GUIDES:-}" != inner ]; then
    Scripts/packages.sh build test
    WINDOWBOX_GUIDES=inner exec Scripts/session.sh Scripts/guides.sh "$@"
fi
# shellcheck source=Scripts/modules.sh
source Scripts/modules.sh
objects=.build/debug/windowbox-desktop.product/Objects.LinkFileList
[ -e "$objects" ] || { echo "guides: windowbox-desktop is not built; run swift build --product windowbox-desktop" >&2; exit 1; }
output=$PWD/.build/guides
rm -rf "$output"
mkdir -p "$output/stream"

# The modules of the desktop app, without its own.
grep -v '/windowbox_desktop\.build/' "$objects" >"$output/objects"
mapfile -t libraries < <(pkg-config --libs libavformat libavcodec libavutil libswscale libswresample libadwaita-1 gtk4 x11 gio-2.0 libxml-2.0 sqlite3 | xargs -n 1)
libraries+=(-lstdc++)

ffmpeg -nostdin -loglevel error -f lavfi -i testsrc2=duration=4:size=640x360:rate=30 -f lavfi -i sine=duration=4 -f lavfi -i sine=440:duration=4 \
    -filter_complex '[0:v]split[a][b];[b]scale=320:180[c]' -map '[a]' -map '[c]' -map 1:a -map 2:a -pix_fmt yuv420p -c:v libx264 -preset ultrafast \
    -g 30 -b:v:0 800k -b:v:1 200k -c:a aac -f hls -hls_time 1 -hls_playlist_type vod -hls_segment_type fmp4 -master_pl_name index.m3u8 \
    -var_stream_map 'v:0,agroup:sound v:1,agroup:sound a:0,agroup:sound,language:de,default:yes a:1,agroup:sound,language:en' \
    "$output/stream/%v.m3u8"
stream=$output/stream/index.m3u8

# Writes NUMBER.KIND.swift for each program of a document, with the document's lines in errors.
extract() { # document, folder
    awk -v folder="$2" -v name="$1" '
        /^<!-- program: (headless|window) -->$/ { kind = $3; next }
        /^```swift$/ && kind != "" {
            file = folder "/" ++count "." kind ".swift"; kind = ""
            printf "#sourceLocation(file: \"%s\", line: %d)\n", name, NR + 1 > file; inside = 1; next
        }
        /^```/ && inside { inside = 0; close(file); next }
        inside { print > file }
    ' "$1"
}

# Waits until a window of the program shows more than a few colours, for half a minute at most.
photograph() { # process, picture
    local _ colours
    for _ in {1..60}; do
        kill -0 "$1" 2>/dev/null || return 1
        import -window root "$2" 2>/dev/null || true
        colours=$(identify -format '%k' "$2" 2>/dev/null || echo 0)
        [ "$colours" -gt 500 ] && return
        sleep 0.5
    done
    return 1
}

compile() { # folder of the program
    swiftc -swift-version 6 "${module_flags[@]}" -enable-upcoming-feature ExistentialAny -module-name Guide "$1/main.swift" \
        "@$output/objects" "${libraries[@]}" -use-ld=lld -Xlinker --strip-debug -o "$1/program" >"$1/log" 2>&1 || true
}

programs=()
while read -r document; do
    if [ $# -gt 0 ] && ! grep -qF -f <(printf '%s\n' "$@") <<<"$document"; then continue; fi
    folder=$output/$(basename "$document" .md)
    mkdir -p "$folder"
    extract "$document" "$folder"
    for source in "$folder"/*.swift; do
        [ -e "$source" ] || continue
        name=${source%.swift}
        mkdir -p "$name"
        cp "$source" "$name/main.swift"
        programs+=("$document"$'\t'"$name")
        while [ "$(jobs -pr | wc -l)" -ge "$(nproc)" ]; do wait -n || true; done
        compile "$name" &
    done
done < <(git ls-files -- '*.md' | xargs grep -lE '^<!-- program: ')
wait
[ "${#programs[@]}" -gt 0 ] || { echo "guides: no document has a program" >&2; exit 1; }

# One after the other, because they share the screen.
failed=0
fail() { echo "guides: $1" >&2; failed=$((failed + 1)); }
for program in "${programs[@]}"; do
    IFS=$'\t' read -r document name <<<"$program"
    echo "guides: $document, program $(basename "$name")"
    if [ ! -x "$name/program" ]; then
        cat "$name/log" >&2
        fail "the program does not compile"
    elif [[ $name == *.headless ]]; then
        if ! timeout 60 "$name/program" "$stream" "$name" >"$name/printed" 2>"$name/log" || [ ! -s "$name/printed" ]; then
            tail -n 5 "$name/log" >&2
            fail "the program failed, didn't end or printed nothing"
        fi
        status=0
        SWIFT_BACKTRACE=enable=no timeout 60 "$name/program" "$output/missing.m3u8" "$name" >/dev/null 2>&1 || status=$?
        [ "$status" -ne 124 ] || fail "the program doesn't end when there is nothing at the address"
    else
        "$name/program" "$stream" >"$name/printed" 2>"$name/log" &
        process=$!
        photograph "$process" "$name.png" || { tail -n 5 "$name/log" >&2; fail "the window showed no picture"; }
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    fi
    rm -f "$name/program"
done
count=${#programs[@]}
[ "$failed" -eq 0 ] || { echo "guides: $failed of $count programs failed" >&2; exit 1; }
echo "guides: $count programs ran; what they printed and showed is in $output"
