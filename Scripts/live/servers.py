# SPDX-License-Identifier: Apache-2.0
"""nginx serving a folder, in several configurations, and a misbehaving server."""

import http.server
import os
import re
import shutil
import socket
import subprocess
import sys
import time

CONFIGURATION = """
daemon off;
master_process off;
pid {state}/nginx.pid;
error_log {state}/error.log warn;
events {{ worker_connections 256; }}
http {{
  types {{ application/vnd.apple.mpegurl m3u8; application/dash+xml mpd; video/mp4 mp4 m4s; video/mp2t ts; }}
  default_type application/octet-stream;
  access_log {state}/access.log;
  sendfile on; tcp_nopush on; keepalive_timeout 30s; {options}
  client_body_temp_path {state}/a; proxy_temp_path {state}/b; fastcgi_temp_path {state}/c; uwsgi_temp_path {state}/d; scgi_temp_path {state}/e;
  server {{ listen {host}:{port}{listen}; root {media}; add_header Cache-Control no-cache; }}
}}
"""
GZIP = "gzip on; gzip_proxied any; gzip_min_length 1; gzip_types *;"
# Closes a connection after a few responses, as load balancers do.
IMPATIENT = "keepalive_requests 3;"


def free_port(host):
    with socket.socket() as probe:
        probe.bind((host, 0))
        return probe.getsockname()[1]


def wait_for(host, port, process):
    while True:
        with socket.socket() as probe:
            if probe.connect_ex((host, port)) == 0:
                return
        if process.poll() is not None:
            raise SystemExit("live: the server ended as it started")
        time.sleep(0.02)


def certificate(state, host):
    path = os.path.join(state, "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=live",
         "-addext", f"subjectAltName=IP:{host}", "-keyout", os.path.join(state, "key.pem"), "-out", path],
        check=True, stderr=subprocess.DEVNULL)
    return path


class Nginx:
    def __init__(self, media, state, host, options="", http2=False):
        self.media, self.state, self.host, self.options = media, state, host, options
        self.certificate = certificate(state, host) if http2 else None
        # At the far end of a private network all ports are free.
        self.port = free_port("127.0.0.1")

    @property
    def address(self):
        return f"{'https' if self.certificate else 'http'}://{self.host}:{self.port}"

    def start(self):
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        options, listen = self.options, ""
        if self.certificate:
            options += f"ssl_certificate {self.certificate}; ssl_certificate_key {self.state}/key.pem;"
            listen = " ssl http2"
        path = os.path.join(self.state, "nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(
                state=self.state, host=self.host, port=self.port, options=options, listen=listen, media=self.media))
        process = subprocess.Popen(
            [program, "-p", self.state, "-e", os.path.join(self.state, "error.log"), "-c", path], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.host, self.port, process)
        return process


class Faulty(Nginx):
    """Truncates segments, and then answers the request for the rest wrongly, in each of several ways in turn."""

    def start(self):
        process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), self.media, self.host, str(self.port)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for(self.host, self.port, process)
        return process


class FaultyHandler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    WAYS = ("whole", "early", "late", "mislabelled", "nameless", "unnumbered", "right")
    segments = ranges = 0

    def log_message(self, *_):
        pass

    def answer(self, status, body, length=None, **fields):
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if length is None:
            self.close_connection = True
            self.send_header("Connection", "close")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        kind = type(self)
        path = os.path.join(kind.media, os.path.basename(self.path.split("?")[0]))
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return self.answer(404, b"", 0)
        if path.endswith((".m3u8", ".mpd")):
            # Every second playlist has no Content-Length: it ends with the connection.
            kind.ranges += 1
            return self.answer(200, data, len(data) if kind.ranges % 2 else None)
        span = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        if not span or (span[1] == "0" and not span[2]):
            kind.segments += 1
            fault = kind.segments % 3
            if fault == 1:
                self.close_connection = True
                return self.answer(200, data[: len(data) * 2 // 3], len(data), Accept_Ranges="bytes")
            return self.answer(200, data, len(data) if fault == 2 else None)
        first, last = int(span[1]), min(int(span[2] or len(data)), len(data) - 1)
        kind.ranges += 1
        way = self.WAYS[kind.ranges % len(self.WAYS)]
        right = f"bytes {first}-{last}/{len(data)}"
        part = data[first:last + 1]
        if way == "whole":
            self.answer(200, data, len(data))
        elif way == "early":
            self.answer(206, data[first - 1:last + 1], len(part) + 1, Content_Range=f"bytes {first - 1}-{last}/{len(data)}")
        elif way == "late":
            self.answer(206, part[1:], len(part) - 1, Content_Range=f"bytes {first + 1}-{last}/{len(data)}")
        elif way == "mislabelled":
            self.answer(206, part, len(part), Content_Range=f"bytes 0-{len(part) - 1}/{len(data)}")
        elif way == "nameless":
            self.answer(206, part, len(part))
        elif way == "unnumbered":
            self.answer(206, part, None, Content_Range=right)
        else:
            self.answer(206, part, len(part), Content_Range=right)


if __name__ == "__main__":
    FaultyHandler.media = sys.argv[1]
    http.server.ThreadingHTTPServer((sys.argv[2], int(sys.argv[3])), FaultyHandler).serve_forever()
