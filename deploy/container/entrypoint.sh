#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Starts the service in a container, or performs one of its commands: `podman run … windowbox-service add-client Ann --business mine`.
set -eu

# The secret that signs tokens, readable only by its owner. It is part of the volume: without it all issued tokens become invalid.
if [ ! -e "$WINDOWBOX_SECRET_FILE" ]; then
    (umask 077 && od -An -N32 -tx1 /dev/urandom | tr -d ' \n' >"$WINDOWBOX_SECRET_FILE.new")
    mv "$WINDOWBOX_SECRET_FILE.new" "$WINDOWBOX_SECRET_FILE"
fi
exec windowbox-service "$@"
