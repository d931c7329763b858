# SPDX-License-Identifier: Apache-2.0
"""An HTTP origin whose rate changes while a player loads from it."""

import http.server
import os
import sys
import threading
import time


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        # A player that closes its connection in the middle of a response is no error.
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Origin:
    """Serves a folder over HTTP at a rate that can be changed, and counts the segments of each variant."""

    def __init__(self, folder):
        origin = self
        self.rate, self.variants, self.lock, self.free = 2e6, {}, threading.Lock(), 0.0

        class Handler(http.server.SimpleHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def __init__(self, *words):
                super().__init__(*words, directory=folder)

            def log_message(self, *_):
                pass

            def copyfile(self, source, outputfile):
                name = os.path.basename(self.path)
                if name.endswith(".ts"):
                    variant = name.rstrip("0123456789.ts")
                    origin.variants[variant] = origin.variants.get(variant, 0) + 1
                while block := source.read(8192):
                    origin.wait(len(block))
                    outputfile.write(block)

        self.server = Server(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait(self, count):
        """Holds a block back until the rate, in bytes a second over all connections, allows it."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + count / self.rate
            delay = self.free - time.monotonic()
        time.sleep(max(delay, 0))

    def url(self, name):
        return f"http://127.0.0.1:{self.server.server_address[1]}/{name}"

    def close(self):
        self.server.shutdown()
        self.server.server_close()
