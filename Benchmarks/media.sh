#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the benchmark media once, in the cache, and prints their folder: 60 s at 30 fps with numbered frames and noise (to
# load the decoder), H.264 with closed GOPs of 2 s and three B-frames in 360p, 540p and 720p, AAC; packaged in 4 s segments
# as CMAF, as MPEG-TS with separate audio, and as muxed MPEG-TS.
set -euo pipefail

seconds=60
final=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/windowbox/bench-$(sha256sum "${BASH_SOURCE[0]}" | cut -c1-16)
if [ -f "$final/ready" ]; then
    echo "$final"
    exit
fi
echo "bench: making the media in $final (about a minute)" >&2
rm -rf "$final"
mkdir -p "$final"
cd "$final"

run() { ffmpeg -hide_banner -nostdin -loglevel error -y "$@"; }

picture="testsrc2=s=1280x720:r=30:d=$seconds,noise=alls=10:allf=t,drawbox=x=32:y=612:w=544:h=56:color=black:t=fill"
for bit in {0..11}; do
    picture+=",drawbox=x=$((40 + 44 * bit)):y=620:w=40:h=40:color=white:t=fill:enable='mod(floor(n/$((1 << bit))),2)'"
done

# Rendered once, scaled to all three sizes.
encoder=(-c:v libx264 -preset medium -profile:v high -pix_fmt yuv420p -g 60 -keyint_min 60 -bf 3 -x264-params "open-gop=0:scenecut=0")
rung() { # label, kbit/s, output
    echo "-map [$1] ${encoder[*]} -b:v $2k -maxrate $(($2 * 3 / 2))k -bufsize $(($2 * 2))k $3"
}
# shellcheck disable=SC2046 # the words are options without spaces
run -filter_complex "$picture,split=3[a][b][c];[b]scale=960:540[b540];[c]scale=640:360[c360]" \
    $(rung a 3000 v720.mp4) $(rung b540 1600 v540.mp4) $(rung c360 800 v360.mp4)
run -f lavfi -i "sine=f=440:beep_factor=4:r=48000:d=$seconds" -ac 2 -c:a aac -b:a 128k sound.m4a
run -i v720.mp4 -i sound.m4a -map 0 -map 1 -c copy film.mp4
# For the window: twice the frame rate.
run -f lavfi -i "testsrc2=s=1280x720:r=60:d=30,noise=alls=10:allf=t" -i sound.m4a -shortest "${encoder[@]}" -b:v 5M -c:a copy film60.mp4

# folder, segment type, extension, more options
package() {
    local folder=$1 kind=$2 extension=$3
    shift 3
    run -i v360.mp4 -i v540.mp4 -i v720.mp4 -i sound.m4a -map 0:v -map 1:v -map 2:v -map 3:a -c copy \
        -f hls -hls_time 4 -hls_playlist_type vod -hls_flags independent_segments -hls_segment_type "$kind" "$@" \
        -hls_segment_filename "$folder/%v/%d.$extension" \
        -var_stream_map "v:0,name:360p v:1,name:540p v:2,name:720p a:0,name:sound" "$folder/%v/index.m3u8"
}
package cmaf fmp4 m4s -hls_segment_options movflags=+cmaf -hls_fmp4_init_filename init.mp4
package ts mpegts ts
mkdir muxed
run -i v720.mp4 -i sound.m4a -map 0:v -map 1:a -c copy -f hls -hls_time 4 -hls_playlist_type vod \
    -hls_segment_filename "muxed/%d.ts" muxed/index.m3u8

for folder in cmaf ts; do
    head='#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="sound/index.m3u8"'
    variant() { # bandwidth, codec, size, name
        printf '#EXT-X-STREAM-INF:BANDWIDTH=%s,CODECS="%s,mp4a.40.2",RESOLUTION=%s,FRAME-RATE=30.000,AUDIO="sound"\n%s/index.m3u8\n' "$@"
    }
    top=$(variant 4700000 avc1.64001f 1280x720 720p)
    printf '%s\n%s\n' "$head" "$top" >"$folder/720p.m3u8"
    printf '%s\n%s\n%s\n%s\n' "$head" "$(variant 1350000 avc1.64001e 640x360 360p)" "$(variant 2550000 avc1.64001f 960x540 540p)" "$top" \
        >"$folder/ladder.m3u8"
done
touch ready
echo "$final"
