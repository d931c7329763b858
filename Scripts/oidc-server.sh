#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Prints the program that runs an OpenID Connect provider for tests (oidc-provider-mock from PyPI), as python-server.sh says. The address that
# the program prints is its issuer.
set -euo pipefail

exec "$(dirname "${BASH_SOURCE[0]}")/python-server.sh" oidc-provider-mock 0.3.4 oidc-provider-mock <<'EOF'
import os
import sys

import oidc_provider_mock

with oidc_provider_mock.run_server_in_thread(require_nonce=True) as server:
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    sys.stdin.read()
    os._exit(0)
EOF
