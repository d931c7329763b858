# SPDX-License-Identifier: Apache-2.0
"""The players that sync.py measures, each in a window of its own and controlled from outside."""

import contextlib
import ctypes
import json
import os
import socket
import subprocess
import tempfile
import time


class Windowbox:
    name = "windowbox"

    def __init__(self, program):
        self.program = program

    @contextlib.contextmanager
    def playing(self, path):
        with tempfile.TemporaryDirectory(prefix="windowbox-sync-") as home:
            environment = dict(os.environ, HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home, XDG_CACHE_HOME=home, XDG_STATE_HOME=home)
            process = subprocess.Popen([self.program, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
            try:
                yield self
            finally:
                process.terminate()
                process.wait()

    def call(self, method, *words):
        subprocess.run(
            ["gdbus", "call", "--session", "--dest", self.bus(), "--object-path", "/org/mpris/MediaPlayer2", "--method", method, *words],
            check=True, stdout=subprocess.DEVNULL)

    def bus(self):
        names = subprocess.run(
            ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus",
             "--method", "org.freedesktop.DBus.ListNames"], check=True, stdout=subprocess.PIPE, text=True).stdout
        return next(name for name in names.replace("'", " ").split() if name.startswith("org.mpris.MediaPlayer2."))

    def speed(self, rate):
        self.call("org.freedesktop.DBus.Properties.Set", "org.mpris.MediaPlayer2.Player", "Rate", f"<double {rate}>")

    def seek(self, seconds):
        self.call("org.mpris.MediaPlayer2.Player.Seek", f"int64 {int(seconds * 1e6)}")

    def pause(self):
        self.call("org.mpris.MediaPlayer2.Player.Pause")

    def play(self):
        self.call("org.mpris.MediaPlayer2.Player.Play")


class MPV:
    name = "mpv"

    def __init__(self):
        self.link = None

    @contextlib.contextmanager
    def playing(self, path):
        with tempfile.TemporaryDirectory(prefix="windowbox-sync-") as folder:
            where = os.path.join(folder, "socket")
            process = subprocess.Popen(
                ["mpv", "--no-config", "--vo=x11", "--ao=pulse", "--fullscreen", "--osc=no", "--load-scripts=no", "--ytdl=no",
                 "--no-terminal", "--hr-seek=yes", f"--input-ipc-server={where}", path])
            try:
                self.link = socket.socket(socket.AF_UNIX)
                for _ in range(500):
                    with contextlib.suppress(OSError):
                        self.link.connect(where)
                        break
                    time.sleep(0.01)
                yield self
            finally:
                self.link.close()
                process.terminate()
                process.wait()

    def send(self, *command):
        self.link.sendall((json.dumps({"command": command}) + "\n").encode())

    def speed(self, rate):
        self.send("set_property", "speed", rate)

    def seek(self, seconds):
        self.send("seek", seconds, "relative+exact")

    def pause(self):
        self.send("set_property", "pause", True)

    def play(self):
        self.send("set_property", "pause", False)


class VLC:
    """Through its library: the program refuses to be run by root."""

    name = "vlc"

    @contextlib.contextmanager
    def playing(self, path):
        vlc = ctypes.CDLL("libvlc.so.5")
        for name in ("libvlc_new", "libvlc_media_new_path", "libvlc_media_new_location", "libvlc_media_player_new_from_media"):
            getattr(vlc, name).restype = ctypes.c_void_p
        vlc.libvlc_media_player_get_time.restype = ctypes.c_int64
        words = [b"--aout=pulse", b"--vout=xcb_x11", b"--fullscreen", b"--no-video-title-show", b"--quiet"]
        instance = ctypes.c_void_p(vlc.libvlc_new(len(words), (ctypes.c_char_p * len(words))(*words)))
        media = ctypes.c_void_p(getattr(vlc, "libvlc_media_new_location" if "://" in path else "libvlc_media_new_path")(instance, path.encode()))
        self.vlc, self.player = vlc, ctypes.c_void_p(vlc.libvlc_media_player_new_from_media(media))
        vlc.libvlc_set_fullscreen(self.player, 1)
        vlc.libvlc_media_player_play(self.player)
        try:
            yield self
        finally:
            vlc.libvlc_media_player_stop(self.player)
            vlc.libvlc_media_player_release(self.player)
            vlc.libvlc_release(instance)

    def speed(self, rate):
        self.vlc.libvlc_media_player_set_rate(self.player, ctypes.c_float(rate))

    def seek(self, seconds):
        now = self.vlc.libvlc_media_player_get_time(self.player)
        self.vlc.libvlc_media_player_set_time(self.player, ctypes.c_int64(now + int(seconds * 1000)))

    def pause(self):
        self.vlc.libvlc_media_player_set_pause(self.player, 1)

    def play(self):
        self.vlc.libvlc_media_player_set_pause(self.player, 0)
