#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the program that runs a local S3-compatible server (moto from PyPI), as python-server.sh says.
set -euo pipefail

exec "$(dirname "${BASH_SOURCE[0]}")/python-server.sh" moto 5.2.1 'moto[s3,server]' <<'EOF'
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
