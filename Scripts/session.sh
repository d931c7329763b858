#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a command in a private desktop session without a screen and loudspeakers: an X server, a window manager, a D-Bus
# session, and a PulseAudio server with a null sink. They end with the command, each by its process ID.
# The user's own session is not touched, and any number of these sessions can run at once.
# With WINDOWBOX_DISPLAY=wayland a Wayland compositor replaces the X server.
set -euo pipefail

if [ "${WINDOWBOX_SESSION:-}" != inner ]; then
    # The bus's own services have their sockets below this folder; otherwise all sessions would share the accessibility bus.
    XDG_RUNTIME_DIR=$(mktemp -d "${TMPDIR:-/tmp}/windowbox-session.XXXXXX")
    export XDG_RUNTIME_DIR
    # Otherwise services of this bus would look for the accessibility bus on the outer display, where each session leaves its own.
    unset DISPLAY WAYLAND_DISPLAY AT_SPI_BUS_ADDRESS
    WINDOWBOX_SESSION=inner exec dbus-run-session -- "${BASH_SOURCE[0]}" "$@"
fi
unset WINDOWBOX_SESSION

folder=$XDG_RUNTIME_DIR
processes=()
# shellcheck disable=SC2317 # reached through the trap
finish() {
    local process
    for process in "${processes[@]}"; do kill "$process" 2>/dev/null || true; done
    for process in "${processes[@]}"; do wait "$process" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The tests compare English texts, whatever language the user has. Screenshots may be wanted in another.
export LANGUAGE='' LC_ALL="${WINDOWBOX_LOCALE:-C.UTF-8}"
export GDK_BACKEND=x11 LIBGL_ALWAYS_SOFTWARE=1
export GSK_RENDERER=${GSK_RENDERER:-cairo}
unset WAYLAND_DISPLAY

# The server picks a free display and writes its number.
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$folder/display" >"$folder/xvfb.log" 2>&1 &
processes+=($!)
if ! read -r -t 30 number <"$folder/display"; then
    cat "$folder/xvfb.log" >&2
    echo "session: the X server did not start; its messages stand above" >&2
    exit 1
fi
export DISPLAY=:$number

openbox >"$folder/openbox.log" 2>&1 &
processes+=($!)

export PULSE_SERVER=unix:$folder/pulse.socket
HOME=$folder pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --log-target=stderr \
    -L "module-null-sink sink_name=silence norewinds=1 rate=48000 format=float32le channels=2" \
    -L "module-native-protocol-unix socket=$folder/pulse.socket auth-anonymous=1" >"$folder/pulse.log" 2>&1 &
processes+=($!)
for _ in {1..100}; do
    [ -S "$folder/pulse.socket" ] && break
    sleep 0.05
done

if [ "${WINDOWBOX_DISPLAY:-}" = wayland ]; then
    weston --backend=headless-backend.so --use-pixman --width=1280 --height=1024 --socket=windowbox --idle-time=0 --no-config \
        >"$folder/weston.log" 2>&1 &
    processes+=($!)
    for _ in {1..200}; do
        [ -S "$folder/windowbox" ] && break
        sleep 0.05
    done
    if [ ! -S "$folder/windowbox" ]; then
        cat "$folder/weston.log" >&2
        echo "session: the Wayland compositor did not start; its messages stand above" >&2
        exit 1
    fi
    unset DISPLAY
    export WAYLAND_DISPLAY=windowbox GDK_BACKEND=wayland
fi

status=0
"$@" </dev/null || status=$?
exit "$status"
