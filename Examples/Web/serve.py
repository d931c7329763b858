#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Serves this page, the player in Web/dist and a film: serve.py FOLDER-OF-THE-FILM [PORT]"""

import functools
import http.server
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PLAYER = os.path.join(HERE, "..", "..", "Web", "dist")


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map, ".m3u8": "application/vnd.apple.mpegurl", ".wasm": "application/wasm",
    }
    film = ""

    def translate_path(self, path):
        for prefix, folder in (("/player/", PLAYER), ("/film/", self.film)):
            if path.startswith(prefix):
                self.directory = folder
                return super().translate_path("/" + path[len(prefix):])
        self.directory = HERE
        return super().translate_path(path)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    if not os.path.exists(os.path.join(PLAYER, "windowbox.wasm")):
        sys.exit("serve.py: the player isn't built; run make web")
    Handler.film = os.path.abspath(sys.argv[1])
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=HERE))
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
