# SPDX-License-Identifier: Apache-2.0
"""What the stitcher is measured with."""

import os


def stitched(folder):
    """An origin's folder: a film of two hours with eight places for ads, a live stream's window with a break, and one ad."""
    os.makedirs(f"{folder}/origin")
    for name, count, places in (("film", 1200, range(0, 1200, 150)), ("spot", 5, ())):
        with open(f"{folder}/origin/{name}.m3u8", "w", encoding="utf-8") as file:
            file.write(
                f'#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720\n{name}-720p.m3u8\n')
        with open(f"{folder}/origin/{name}-720p.m3u8", "w", encoding="utf-8") as file:
            file.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n")
            for number in range(count):
                mark = "#EXT-X-CUE-OUT:0\n" if number in places else ""
                file.write(f"{mark}#EXTINF:6,\n{name}/720p/{number:05}.ts\n")
            file.write("#EXT-X-ENDLIST\n")
    with open(f"{folder}/origin/live.m3u8", "w", encoding="utf-8") as file:
        file.write('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3000000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720\nlive-720p.m3u8\n')
    with open(f"{folder}/origin/live-720p.m3u8", "w", encoding="utf-8") as file:
        file.write("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:100\n")
        for number in range(100, 120):
            mark = "#EXT-X-CUE-OUT:30\n" if number == 110 else ""
            file.write(f"#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:{number // 10 - 10:02}:{number % 10 * 6:02}Z\n{mark}#EXTINF:6,\nlive/{number}.ts\n")
