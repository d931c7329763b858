# SPDX-License-Identifier: Apache-2.0
"""The pages, players and streams of the benchmark in browsers, on a free loopback port."""

import gzip
import http.server
import os
import shutil
import subprocess
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
TYPES = {
    ".m3u8": "application/vnd.apple.mpegurl", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".m4s": "video/mp4",
    ".mp4": "video/mp4", ".ts": "video/mp2t"}
WINDOWBOX_HEAD = """<link rel="modulepreload" href="/player/windowbox-player.js">
<link rel="preload" href="/player/windowbox.wasm" as="fetch" type="application/wasm" crossorigin>
<link rel="preload" href="/player/player.css" as="style">
<script type="module" src="/player/windowbox-player.js"></script>"""
SIZE = 'style="width: 1280px; height: 720px"'
SEGMENT = 2.0
WINDOW = 6


def page(player, source):
    """The page of a player: the markup that its manual recommends."""
    head = {"windowbox": WINDOWBOX_HEAD, "hlsjs": '<script src="/player/hls.js"></script>', "native": ""}[player]
    body = f'<video autoplay muted playsinline {SIZE}></video>'
    if player == "windowbox":
        body = f'<windowbox-player src="{source}" autoplay muted quality="full" {SIZE}></windowbox-player>'
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><script src="/bench/measure.js"></script>{head}'
        f'{body}<script type="module" src="/bench/{player}.js"></script></html>').encode()


def packed(path):
    """The file as a server would keep it: compressed with Brotli if there is that command, with gzip otherwise."""
    with open(path, "rb") as file:
        data = file.read()
    if shutil.which("brotli"):
        return subprocess.run(["brotli", "-q", "11", "-c", path], capture_output=True, check=True).stdout, "br"
    return gzip.compress(data, 9), "gzip"


class WebOrigin:
    def __init__(self, player_folder, hlsjs, media):
        self.media, self.began = media, time.monotonic()
        self.files = {}
        for name in ("windowbox-player.js", "player.css", "windowbox.wasm", "windowbox-transmux.wasm", "windowbox-captions.wasm"):
            path = os.path.join(player_folder, name)
            if os.path.exists(path):
                self.files["/player/" + name] = packed(path)
        if hlsjs:
            self.files["/player/hls.js"] = packed(hlsjs)
        self.media_names = sorted(
            (name for name in os.listdir(os.path.join(media, "cmaf")) if name.endswith(".m4s")), key=lambda name: int(name[3:-4]))
        origin = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def do_GET(self):
                origin.answer(self)

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                """A browser that ends resets its connections."""

            daemon_threads = True
            request_queue_size = 64

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def answer(self, request):
        parts = urllib.parse.urlsplit(request.path)
        path, headers = parts.path, {"Cache-Control": "no-store"}
        content = None
        if path in self.files:
            content, coding = self.files[path]
            headers |= {"Cache-Control": "max-age=3600", "Content-Encoding": coding}
        elif path.startswith("/page/"):
            content = page(path[6:], urllib.parse.parse_qs(parts.query)["src"][0])
            headers["Content-Type"] = "text/html"
        elif path.startswith("/bench/"):
            content = self.read(os.path.join(HERE, "web", os.path.basename(path)))
        elif path == "/long.m3u8":
            content = self.long(10_000)
        elif path == "/live.m3u8":
            content = self.live(WINDOW)
        elif path == "/live-long.m3u8":
            content = self.live(3600)
        else:
            content = self.read(os.path.join(self.media, path.lstrip("/")))
        try:
            request.send_response(404 if content is None else 200)
            headers.setdefault("Content-Type", TYPES.get(os.path.splitext(path)[1], "application/octet-stream"))
            for name, value in headers.items():
                request.send_header(name, value)
            request.send_header("Content-Length", str(len(content or b"")))
            request.end_headers()
            request.wfile.write(content or b"")
        except OSError:
            pass

    def read(self, path):
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def segment(self, number):
        """The lines of a segment of an endless stream: the same material again and again."""
        place = number % len(self.media_names)
        lines = ["#EXT-X-DISCONTINUITY"] if place == 0 and number > 0 else []
        return lines + [f"#EXTINF:{SEGMENT},", f"/cmaf/{self.media_names[place]}"]

    def head(self, first):
        turns = max(0, first - 1) // len(self.media_names)
        return ["#EXTM3U", "#EXT-X-VERSION:7", f"#EXT-X-TARGETDURATION:{int(SEGMENT)}", f"#EXT-X-MEDIA-SEQUENCE:{first}",
                f"#EXT-X-DISCONTINUITY-SEQUENCE:{turns}", '#EXT-X-MAP:URI="/cmaf/init.mp4"']

    def long(self, count):
        lines = self.head(0) + ["#EXT-X-PLAYLIST-TYPE:VOD"]
        for number in range(count):
            lines += self.segment(number)
        return "\n".join([*lines, "#EXT-X-ENDLIST", ""]).encode()

    def live(self, window):
        """As it is now: the stream began long enough ago to fill the window."""
        end = 3600 + int((time.monotonic() - self.began) / SEGMENT)
        lines = self.head(end - window)
        for number in range(end - window, end):
            lines += self.segment(number)
        return "\n".join([*lines, ""]).encode()
