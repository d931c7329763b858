#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs an OpenID Connect provider for tests (oidc-provider-mock from PyPI) once, in a cache outside the repository, and prints the
# program that runs it. The program serves on a free local port, prints its issuer, and exits when its standard input is closed.
set -euo pipefail

version=0.3.4
cache=${XDG_CACHE_HOME:-$HOME/.cache}/windowbox
folder=$cache/oidc-provider-mock-$version
mkdir -p "$cache"

exec 9>"$cache/oidc-provider-mock.lock"
flock 9
if [ ! -x "$folder/serve" ]; then
    # The program is written last, so an interrupted installation is repeated.
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 "oidc-provider-mock==$version" >&2
    cat >"$folder/serve.py" <<'EOF'
import os
import sys

import oidc_provider_mock

with oidc_provider_mock.run_server_in_thread(require_nonce=True) as server:
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()
    os._exit(0)
EOF
    printf '#!/bin/sh\nexec "%s/bin/python" -W ignore "%s/serve.py"\n' "$folder" "$folder" >"$folder/serve.new"
    chmod +x "$folder/serve.new"
    mv "$folder/serve.new" "$folder/serve"
fi
echo "$folder/serve"
