#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Usage: python-server.sh NAME VERSION REQUIREMENT
# Installs a server for tests from PyPI once, in a cache outside the repository, and prints the program that runs it. Standard input is the
# Python program that serves: on a free local port, whose address it prints, until its own standard input is closed.
set -euo pipefail

name=$1 version=$2 requirement=$3
cache=${XDG_CACHE_HOME:-$HOME/.cache}/windowbox
folder=$cache/$name-$version
mkdir -p "$cache"

exec 9>"$cache/$name.lock"
flock 9
if [ ! -x "$folder/serve" ]; then
    # The program is written last, so an interrupted installation is repeated.
    rm -rf "$folder"
    python3 -m venv "$folder" >&2
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --retries 1 --timeout 15 "$requirement==$version" >&2
    cat >"$folder/serve.py"
    printf '#!/bin/sh\nexec "%s/bin/python" -W ignore "%s/serve.py"\n' "$folder" "$folder" >"$folder/serve.new"
    chmod +x "$folder/serve.new"
    mv "$folder/serve.new" "$folder/serve"
fi
echo "$folder/serve"
