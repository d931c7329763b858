# SPDX-License-Identifier: Apache-2.0
"""Archives every segment that an encoder publishes, and reads the numbers of its frames."""

import os
import shutil
import subprocess
import threading
import time

from encoders import RATE, SIZE

CYCLE = 1 << 12


class Archive:
    """`is_cut`: each segment is a separate file."""

    def __init__(self, media, folder, epoch, is_cut):
        self.is_cut = is_cut
        self.media, self.folder, self.epoch = media, folder, epoch
        os.makedirs(folder)
        # In order of publication: the time, the file, and its initialization segment.
        self.kept = []
        self.known = set()
        self.starts = {}
        self.is_over = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while not self.is_over.is_set():
            self.look()
            self.is_over.wait(0.1)

    def published(self):
        """The names of the segments that can be loaded now."""
        try:
            with open(os.path.join(self.media, "index.m3u8"), encoding="utf-8") as file:
                return [line for line in file.read().split("\n")[:-1] if line and not line.startswith("#")]
        except OSError:
            return sorted(name for name in os.listdir(self.media) if name.startswith("chunk-stream0") and name.endswith(".m4s"))

    def look(self):
        for name in self.published():
            path = os.path.join(self.media, name)
            try:
                state = os.stat(path)
            except OSError:
                continue
            # A single growing file is read at the end.
            key = (name, state.st_ino, state.st_mtime_ns if self.is_cut else 0)
            if key in self.known:
                continue
            self.known.add(key)
            copy = os.path.join(self.folder, f"{len(self.kept):05d}{os.path.splitext(name)[1]}")
            if not self.is_cut:
                copy = path
            try:
                # A hard link would not work, because a restarted encoder writes to the same files.
                if self.is_cut:
                    shutil.copy(path, copy)
            except OSError:
                continue
            self.kept.append((time.time(), copy, self.start()))

    def start(self):
        for name in ("init.mp4", "init-stream0.m4s"):
            path = os.path.join(self.media, name)
            if os.path.exists(path):
                state = os.stat(path)
                key = (name, state.st_ino, state.st_mtime_ns)
                if key not in self.starts:
                    self.starts[key] = os.path.join(self.folder, f"start-{len(self.starts)}.mp4")
                    shutil.copy(path, self.starts[key])
                return self.starts[key]
        return None

    def numbers(self, path, start):
        """The frame numbers in a segment, within a cycle."""
        data = b"".join(open(part, "rb").read() for part in (start, path) if part)
        width, height = SIZE
        row = subprocess.run(
            ["ffmpeg", "-v", "quiet", "-i", "-", "-map", "0:v:0", "-vf", f"crop={width}:2:0:{640 * height // 720}", "-fps_mode", "passthrough",
             "-pix_fmt", "gray", "-f", "rawvideo", "-"], input=data, stdout=subprocess.PIPE, check=False).stdout
        size = 2 * width
        for place in range(0, len(row) - size + 1, size):
            yield sum(1 << bit for bit in range(12) if row[place + (60 + 44 * bit) * width // 1280] > 128)

    def end(self):
        """The ranges of published frame numbers, as pairs of the first and the last."""
        self.is_over.set()
        self.thread.join()
        found = set()
        for moment, path, start in self.kept:
            newest = (moment - self.epoch) * RATE
            for number in self.numbers(path, start):
                # For a growing file, the time is that of its first segment.
                back = CYCLE / 4 if self.is_cut else 0
                found.add(number + CYCLE * round((newest - number - back) / CYCLE))
        runs = []
        for number in sorted(found):
            if runs and runs[-1][1] == number - 1:
                runs[-1][1] = number
            else:
                runs.append([number, number])
        return runs
