#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command with a real renderer (gmediarender) in a private network, without touching the machine's own:
# renderer.sh LOG COMMAND…. The renderer's output goes to LOG; its name is "Windowbox test".
# Exit status: 77 if this machine doesn't allow such a network or lacks the programs, otherwise the command's.
set -euo pipefail

if [ "${1:-}" != inside ]; then
    for program in gmediarender ip unshare; do
        command -v $program >/dev/null || { echo "renderer: $program is not installed" >&2; exit 77; }
    done
    unshare -Urn ip link add v0 type veth peer name v1 2>/dev/null ||
        { echo "renderer: this machine lets nobody make a network of one's own (user namespaces, veth)" >&2; exit 77; }
    exec unshare -Urn "$0" inside "$@"
fi

log=$2
shift 2
ip link set lo up
ip link add v0 type veth peer name v1
ip addr add 10.77.0.1/24 dev v0
# Without IPv6 addresses the link is ready at once.
ip link set v0 addrgenmode none
ip link set v0 up multicast on
ip link set v1 up
ip route add 239.0.0.0/8 dev v0
gmediarender -I v0 -f "Windowbox test" --gstout-audiopipe "fakesink sync=true" --gstout-videopipe "fakesink sync=true" --logfile stdout >"$log" 2>&1 &
renderer=$!
# A test's child process inherits blocked signals, but this one can't be blocked.
trap 'kill -9 $renderer 2>/dev/null || true' EXIT
"$@"
