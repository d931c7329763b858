#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the player for browsers into Web/dist, prints the sizes, and the folder on the last line. What hasn't changed isn't built again.
# Needs the Swift toolchain, and Debian's binaryen and esbuild.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/.."
# shellcheck source=Scripts/made.sh
source Scripts/made.sh
command -v swiftc >/dev/null || export PATH="$PATH:/opt/swift/usr/bin"
[ $# -eq 0 ] || { echo "web-player.sh: takes no arguments" >&2; exit 2; }
command -v wasm-opt >/dev/null || { echo "web-player.sh: wasm-opt is missing; install it with: apt-get install binaryen" >&2; exit 3; }
need esbuild

output=$PWD/Web/dist
mkdir -p "$output" .build-wasm
exec 9>.build-wasm/lock
flock 9

# shellcheck source=Scripts/wasm/compile.sh
source Scripts/wasm/compile.sh
compiler=$wasm_state

# module NAME FOLDER-OR-FILE…: all sources of one module, into NAME.wasm
module() {
    local name=$1 state
    shift
    wasm_state=$compiler
    wasm_merged "$name" "$@"
    state=$({ echo "$wasm_state"; cat Scripts/wasm/libc.c Scripts/web-player.sh; } | sha256sum)
    if [ -f "$output/$name.wasm" ] && [ "$(cat ".build-wasm/$name.linked" 2>/dev/null)" = "$state" ]; then return; fi
    wasm_link ".build-wasm/$name.all.wasm" "$name"
    wasm-opt -Oz --enable-bulk-memory --enable-sign-ext --enable-mutable-globals --enable-nontrapping-float-to-int --strip-debug \
        --strip-producers ".build-wasm/$name.all.wasm" -o ".build-wasm/$name.wasm"
    mv ".build-wasm/$name.wasm" "$output/$name.wasm"
    echo "$state" >".build-wasm/$name.linked"
}

module windowbox Sources/Formats/Media Sources/Formats/HLS Sources/Formats/Transmux Sources/Playback/Streaming \
    Sources/Playback/Streaming/Interstitials/TimedDateRange.swift Sources/Playback/Browser Web/Shared Web/Module
module windowbox-transmux Sources/Formats/Media Sources/Formats/Transmux Sources/Playback/Browser/Loads/ConversionResult.swift \
    Sources/Playback/Browser/Wire/WireFormat.swift Web/Shared Web/Transmux
module windowbox-captions Sources/Formats/Media Sources/Formats/Transmux Sources/Formats/Captions/CEA608/CEA608Channel.swift \
    Sources/Formats/Captions/CEA608/CEA608Characters.swift Sources/Formats/Captions/CEA608/CEA608Decoder.swift \
    Sources/Formats/Captions/CEA608/CEA608Screen.swift Sources/Formats/Captions/CEA608/CEA608Screen+Cues.swift \
    Sources/Formats/Captions/ClosedCaptions/CaptionedVideo.swift Sources/Formats/Captions/ClosedCaptions/ClosedCaptionData.swift \
    Sources/Formats/Captions/ClosedCaptions/ClosedCaptionOrder.swift \
    Sources/Formats/Captions/ClosedCaptions/OpenBitstreamUnits.swift Sources/Formats/Captions/Cues/CueNode+Run.swift \
    Sources/Playback/Browser/Captions/CaptionResult.swift Sources/Playback/Browser/Wire/WireFormat.swift \
    Sources/Playback/Browser/Session/TextCue.swift Web/Shared Web/Captions

esbuild --log-level=warning --bundle --minify --format=esm --target=es2022 --legal-comments=none Web/Source/index.js \
    --outfile="$output/windowbox-player.js"
esbuild --log-level=warning --minify --legal-comments=none Web/Source/player.css --outfile="$output/player.css"
cp Web/Source/windowbox-player.d.ts "$output/windowbox-player.d.ts"

total=0
for file in windowbox-player.js player.css windowbox.wasm windowbox-transmux.wasm windowbox-captions.wasm; do
    plain=$(stat -c %s "$output/$file")
    packed=$(gzip -9 -c "$output/$file" | wc -c)
    # The last two are loaded for MPEG-TS and packed audio, and for closed captions.
    [[ $file = windowbox-?*.wasm ]] || total=$((total + packed))
    printf 'web: %-20s %8d bytes, %7d with gzip' "$file" "$plain" "$packed"
    if command -v brotli >/dev/null; then printf ', %7d with brotli' "$(brotli -q 11 -c "$output/$file" | wc -c)"; fi
    printf '\n'
done
echo "web: $total bytes with gzip before the first frame"
echo "$output"
