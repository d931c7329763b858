# SPDX-License-Identifier: Apache-2.0
"""nginx on a free loopback port, in the foreground, with its own folder; all responses are uncacheable."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 256; }}
http {{
  types {{
    application/vnd.apple.mpegurl m3u8; video/mp4 mp4 m4s; audio/mp4 m4a; video/mp2t ts;
  }}
  default_type application/octet-stream;
  access_log off;
  sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_timeout 30s; keepalive_requests 1000000;
  client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
  uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
  server {{
    listen 127.0.0.1:{port}; root {media};
    add_header Cache-Control no-store; add_header Access-Control-Allow-Origin *;
  }}
}}
"""


class Origin:
    def __init__(self, media):
        self.program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
        if not self.program:
            raise SystemExit("bench: nginx is missing: Scripts/packages.sh bench installs it")
        self.media = media

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="windowbox-bench-")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(folder=self.folder, port=self.port, media=self.media))
        self.process = subprocess.Popen(
            [self.program, "-p", self.folder, "-e", os.path.join(self.folder, "error.log"), "-c", path],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.02)
        self.__exit__()
        raise SystemExit("bench: nginx did not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}/{path}"

    def warm_up(self):
        """Reads every file once, so that no player is slowed down by the disk."""
        for root, _, names in os.walk(self.media):
            for name in names:
                with open(os.path.join(root, name), "rb") as file:
                    while file.read(1 << 20):
                        pass
