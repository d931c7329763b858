# SPDX-License-Identifier: Apache-2.0
"""The content and the load for measuring the stitcher."""

import json
import os
import shutil
import subprocess

# Concurrent connections: enough to keep two cores busy.
VIEWERS = 16
LOAD = """
local requests, place = {}, 0
function init()
    for path in string.gmatch("PATHS", "%S+") do requests[#requests + 1] = wrk.format("GET", path, FIELDS) end
end
function request()
    place = place % #requests + 1
    return requests[place]
end
function done(summary, latency)
    local errors = summary.errors
    io.write(string.format('{"requests": %d, "seconds": %f, "p99": %f, "errors": %d}', summary.requests, summary.duration / 1e6,
        latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
"""


def wrk(port, paths, coding, seconds, folder):
    """Requests paths in turn, with one connection per viewer. Returns the number of responses, the seconds, and the 99th percentile of the
    latency in microseconds."""
    if not shutil.which("wrk"):
        raise SystemExit("bench: wrk is missing: Scripts/packages.sh bench installs it")
    fields = '{["Host"] = "x", ["Accept-Encoding"] = "%s"}' % coding if coding else '{["Host"] = "x"}'
    script = f"{folder}/load.lua"
    with open(script, "w", encoding="utf-8") as file:
        file.write(LOAD.replace("PATHS", " ".join(paths)).replace("FIELDS", fields))
    words = ["wrk", "-t1", f"-c{VIEWERS}", f"-d{int(seconds)}s", "-s", script, f"http://127.0.0.1:{port}/"]
    told = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    found = json.loads(told[told.index("{"):])
    if found["errors"]:
        raise SystemExit(f"bench: {found['errors']} playlists of {found['requests']} did not come")
    return found


def stitched(folder):
    """Makes an origin's folder: two hours of video with eight breaks, a live window with one break, and one ad."""
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
