# SPDX-License-Identifier: Apache-2.0
"""The sources: numbered frames, and audio whose position can be read back.

Frames carry their number as twelve blocks, black or white, least significant bit left. At 1280x720 a block is 40x40
with its centre at x = 60 + 44 i, y = 640, on a black bar; other sizes scale each axis.

Audio is 48 kHz stereo. Left is a steady tone (its frequency identifies the rendition): lost or repeated samples cause a
phase jump. Right is silent except for a burst of 20 ms in the middle of each quarter of a second (centre at
n/4 + 0.125 s), a Hann window over 1000 + 100 (n mod 64) Hz: the burst identifies the position within 16 s.
"""

import functools
import os
import subprocess

RATE = 30
TONES = {"en": 400, "fr": 600}


def ffmpeg(*arguments):
    """Runs ffmpeg; its messages are the error text."""
    command = ["ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-y", *map(str, arguments)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode:
        raise RuntimeError(f"ffmpeg failed ({result.returncode}): {' '.join(command)}\n{result.stderr.strip()}")


@functools.cache
def encoders():
    listing = subprocess.run(["ffmpeg", "-hide_banner", "-encoders"], capture_output=True, text=True, check=True).stdout
    return {line.split()[1] for line in listing.splitlines() if line.startswith(" ") and len(line.split()) > 1}


def numbered(width, height, first=0):
    """The filter that draws the frame's number."""
    horizontal, vertical = width / 1280, height / 720
    box = "drawbox=x={}:y={}:w={}:h={}:color={}:t=fill"
    chain = [box.format(round(32 * horizontal), round(612 * vertical), round(544 * horizontal), round(56 * vertical), "black")]
    for bit in range(12):
        block = box.format(
            round((40 + 44 * bit) * horizontal), round(620 * vertical), round(40 * horizontal), round(40 * vertical), "white")
        chain.append(f"{block}:enable='mod(floor((n+{first})/{1 << bit}),2)'")
    return ",".join(chain)


X264 = ["-c:v", "libx264", "-preset", "veryfast", "-profile:v", "high", "-pix_fmt", "yuv420p"]


class Sources:
    """Makes each source once, in one folder, and returns its path."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def video(self, width=640, height=360, first=0, frames=360, rate=700, gop=30, between=2, codec=None, name=None):
        """Numbered H.264 with closed GOPs; `rate` in kbit/s. `codec` replaces the encoder's arguments."""
        path = self.path(name or f"video-{width}x{height}-{first}-{frames}-g{gop}-b{between}.mp4")
        if os.path.exists(path):
            return path
        encoder = codec or [
            *X264, "-b:v", f"{rate}k", "-maxrate", f"{rate * 3 // 2}k", "-bufsize", f"{rate * 2}k", "-bf", between,
            "-x264-params", "open-gop=0:scenecut=0"]
        ffmpeg(
            "-f", "lavfi", "-i", f"testsrc2=s={width}x{height}:r={RATE}:d={frames / RATE:.6f},{numbered(width, height, first)}",
            "-frames:v", frames, *encoder, "-g", gop, "-keyint_min", gop, path)
        return path

    def wave(self, language="en", seconds=60):
        """The audio as PCM, from which the encoded files are cut."""
        path = self.path(f"sound-{language}.wav")
        if not os.path.exists(path):
            quarter = "st(1,mod(t,0.25))*0+st(2,mod(floor(t*4),64))*0"
            burst = (
                "between(ld(1),0.115,0.135)*0.25*(1-cos(2*PI*(ld(1)-0.115)/0.02))"
                "*sin(2*PI*(1000+100*ld(2))*(ld(1)-0.115))")
            ffmpeg(
                "-f", "lavfi", "-i", f"aevalsrc='0.25*sin(2*PI*{TONES[language]}*t)|{quarter}+{burst}':s=48000:d={seconds}:c=stereo",
                path)
        return path

    def sound(self, language="en", start=0, seconds=12, codec=("-c:a", "aac", "-b:a", "96k"), extension="m4a"):
        """Encoded audio of `[start, start + seconds)` of the PCM."""
        path = self.path(f"sound-{language}-{start}-{seconds}-{codec[1]}.{extension}")
        if not os.path.exists(path):
            ffmpeg("-ss", start, "-t", seconds, "-i", self.wave(language), *codec, path)
        return path
