# SPDX-License-Identifier: Apache-2.0
"""The players that are compared. Each has the same measurements, or `None` if it doesn't support one:

first(url), warm(url, before): ms to the first frame; seeks(url, positions): [(ms, frames off target)];
playing(url, seconds): a running Program; decode(path): (frames, seconds of wall clock).
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from processes import Program, clock_ms

HERE = os.path.dirname(os.path.abspath(__file__))


def last_json(text):
    lines = [line for line in text.splitlines() if line.startswith("{")]
    return json.loads(lines[-1]) if lines else {}


class Player:
    name = ""
    why_missing = None

    def first(self, url):
        return None

    def warm(self, url, before):
        return None

    def seeks(self, url, positions):
        return None

    def playing(self, url, seconds):
        return None

    def decode(self, path):
        return None


class Compiled(Player):
    """A peer whose program is in peers/ and is compiled against its library."""

    def __init__(self, name, source, packages, folder):
        self.name, self.program = name, os.path.join(folder, name)
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", *packages], capture_output=True, text=True)
        if flags.returncode:
            self.why_missing = f"development files missing: {', '.join(packages)}"
            return
        command = ["gcc", "-O2", "-o", self.program, os.path.join(HERE, "peers", source), *flags.stdout.split(), "-lpthread"]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            self.why_missing = "does not compile: " + result.stderr.strip()[:200]

    def ask(self, *words):
        with Program([self.program, *words]) as program:
            return program.output()

    def first(self, url):
        return last_json(self.ask("first", url)).get("first")

    def warm(self, url, before):
        return last_json(self.ask("first", url, before)).get("first")

    def seeks(self, url, positions):
        answers = [json.loads(line) for line in self.ask("seek", url, *positions).splitlines() if line.startswith("{")]
        return [
            (answer["latency"], answer["landed"] - answer["target"]) if answer["landed"] >= 0 else (None, None)
            for answer in answers if "target" in answer]

    def playing(self, url, seconds):
        return Program([self.program, "play", url, seconds])


class MPV(Player):
    """Controlled through its JSON socket; its log says when a frame is shown."""

    name = "mpv"
    options = ["--no-config", "--vo=null", "--ao=null", "--no-terminal", "--osc=no", "--load-scripts=no", "--ytdl=no", "--hr-seek=yes"]
    shown = "first video frame after restart shown"

    def __init__(self):
        self.why_missing = None if shutil.which("mpv") else "not installed"

    @contextlib.contextmanager
    def session(self, *words):
        folder = tempfile.mkdtemp(prefix="windowbox-mpv-")
        path = os.path.join(folder, "socket")
        with Program(["mpv", *self.options, f"--input-ipc-server={path}", *words], stdout=subprocess.DEVNULL) as program:
            link = socket.socket(socket.AF_UNIX)
            for _ in range(500):
                with contextlib.suppress(OSError):
                    link.connect(path)
                    break
                time.sleep(0.01)
            link.settimeout(15)
            self.stream = link.makefile("rwb", buffering=0)
            try:
                yield program
            finally:
                link.close()
        shutil.rmtree(folder, ignore_errors=True)

    def send(self, *command):
        self.stream.write((json.dumps({"command": command}) + "\n").encode())

    def wait_frame(self):
        """The time at which mpv says that a frame is shown."""
        with contextlib.suppress(OSError):
            while line := self.stream.readline():
                event = json.loads(line)
                if event.get("event") == "log-message" and self.shown in event.get("text", ""):
                    return clock_ms()
        return None

    def first(self, url):
        # The socket may open after the first frame, but the log on standard output is complete.
        options = [option for option in self.options if option != "--no-terminal"]
        with Program(["mpv", *options, "--msg-level=cplayer=v", "--term-status-msg=", url]) as program:
            watchdog = threading.Timer(20, program.kill)
            watchdog.start()
            for line in program.process.stdout:
                if self.shown in line:
                    watchdog.cancel()
                    return clock_ms() - program.started
            watchdog.cancel()
        return None

    def warm(self, url, before):
        with self.session("--idle=yes"):
            self.send("request_log_messages", "v")
            self.send("loadfile", before)
            if self.wait_frame() is None:
                return None
            time.sleep(1)
            asked = clock_ms()
            self.send("loadfile", url)
            shown = self.wait_frame()
            return shown and shown - asked

    def seeks(self, url, positions):
        results = []
        with self.session("--idle=yes"):
            self.send("request_log_messages", "v")
            self.send("loadfile", url)
            if self.wait_frame() is None:
                return results
            time.sleep(2)
            for position in positions:
                asked = clock_ms()
                self.send("seek", position, "absolute+exact")
                shown = self.wait_frame()
                results.append((shown and shown - asked, None))
                time.sleep(1)
        return results

    def playing(self, url, seconds):
        return Program(["mpv", *self.options, url], stdout=subprocess.DEVNULL)


class FFmpeg(Player):
    """The lower bound: decodes and shows nothing."""

    name = "ffmpeg"

    def __init__(self):
        self.why_missing = None if shutil.which("ffmpeg") else "not installed"

    def first(self, url):
        with Program(["ffmpeg", "-v", "error", "-nostdin", "-i", url, "-frames:v", 1, "-an", "-f", "null", "-"]) as program:
            program.output()
            return clock_ms() - program.started

    def playing(self, url, seconds):
        return Program(["ffmpeg", "-v", "error", "-nostdin", "-re", "-i", url, "-map", "0:v:0", "-map", "0:a:0", "-f", "null", "-"])

    def decode(self, path):
        with Program(["ffmpeg", "-v", "error", "-nostdin", "-progress", "-", "-i", path, "-map", "0:v:0", "-f", "null", "-"]) as program:
            text = program.output()
            seconds = (clock_ms() - program.started) / 1000
        frames = [int(line.split("=")[1]) for line in text.splitlines() if line.startswith("frame=")]
        return (frames[-1], seconds) if frames else None


class Windowbox(Player):
    """Controlled through its command-line interface."""

    name = "windowbox"

    def __init__(self, program):
        self.program = program
        if not program or not os.access(program, os.X_OK):
            self.why_missing = f"not built: {program or 'make bench builds it'}"

    def report(self, url, *words, timeout=90):
        with tempfile.NamedTemporaryFile(suffix=".json") as file:
            with Program([self.program, "play", url, "--headless", *words, "--report", file.name]) as program:
                program.output(timeout)
                self.seconds = (clock_ms() - program.started) / 1000
            with contextlib.suppress(ValueError):
                return json.load(file)
        return {}

    def first(self, url):
        seconds = self.report(url, "--for", 0.2).get("timeToFirstFrame", {}).get("process")
        return seconds and seconds * 1000

    def warm(self, url, before):
        with Program([self.program, "bench", "first-frame", "--warm", before, url, "--json"]) as program:
            seconds = last_json(program.output(30)).get("firstFrame")
        return seconds and seconds * 1000

    def seeks(self, url, positions):
        answer = self.report(url, "--seek", ",".join(map(str, positions)))
        return [
            (seek["latency"] * 1000, round((seek["landed"] - seek["target"]) * 30)) if seek.get("latency") else (None, None)
            for seek in answer.get("seeks", [])]

    def playing(self, url, seconds):
        return Program([self.program, "play", url, "--headless", "--for", seconds], stdout=subprocess.DEVNULL)

    def decode(self, path):
        frames = self.report(path, "--max-rate").get("framesPresented")
        return (frames, self.seconds) if frames else None


def all_players(windowbox, folder):
    return [
        Windowbox(windowbox), MPV(),
        Compiled("gstreamer", "gstreamer.c", ["gstreamer-1.0", "gstreamer-video-1.0"], folder),
        Compiled("vlc", "vlc.c", ["libvlc"], folder), FFmpeg()]
