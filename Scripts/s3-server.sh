#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a local S3-compatible server (moto from PyPI) once, in a cache outside the repository, and prints the program that runs it.
# The program serves on a free local port, prints its address, and exits when its standard input is closed.
set -euo pipefail

version=5.2.1
cache=${XDG_CACHE_HOME:-$HOME/.cache}/windowbox
folder=$cache/moto-$version
mkdir -p "$cache"

exec 9>"$cache/moto.lock"
flock 9
if [ ! -x "$folder/serve" ]; then
    # The program is written last, so an interrupted installation is repeated.
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 "moto[s3,server]==$version" >&2
    cat >"$folder/serve.py" <<'EOF'
import os
import sys

from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
host, port = server.get_host_and_port()
print(f"http://{host}:{port}", flush=True)
sys.stdin.read()
os._exit(0)
EOF
    printf '#!/bin/sh\nexec "%s/bin/python" "%s/serve.py"\n' "$folder" "$folder" >"$folder/serve.new"
    chmod +x "$folder/serve.new"
    mv "$folder/serve.new" "$folder/serve"
fi
echo "$folder/serve"
