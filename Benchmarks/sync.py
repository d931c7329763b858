# SPDX-License-Identifier: Apache-2.0
"""Sound against pictures, as they leave each player, into SYNC.md.

sync.py [--windowbox PROGRAM] [--players A,B] [--cases A,B] [--seconds N] [--output FILE]

The film flashes white and beeps for a tenth of each second. One pixel of the X server is read every millisecond, and the monitor of the
silent PulseAudio sink is recorded; the offset is the middle of a beep less the middle of its flash: positive when the sound is late.
Runs in a desktop session of its own: Scripts/session.sh python3 Benchmarks/sync.py ...
"""

import argparse
import array
import ctypes
import ctypes.util
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import throttled
from sync_players import MPV, VLC, Windowbox

RATE = 48000
FLASH = 0.1


def film(folder):
    """The film as one file, and as HLS as ffmpeg writes it by default."""
    path = os.path.join(folder, "flash.mp4")
    picture = "color=black:s=1280x720:r=30:d=120,drawbox=x=0:y=0:w=iw:h=ih:c=white:t=fill:enable='lt(mod(n,30),3)'"
    sound = f"aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,1),{FLASH})':s={RATE}:d=120"
    run = ["ffmpeg", "-hide_banner", "-nostdin", "-v", "error", "-y"]
    subprocess.run(
        [*run, "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound, "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p",
         "-g", "60", "-bf", "2", "-c:a", "aac", "-ac", "2", "-b:a", "128k", path], check=True)
    playlist = os.path.join(folder, "flash.m3u8")
    subprocess.run([*run, "-i", path, "-c", "copy", "-f", "hls", "-hls_playlist_type", "vod", playlist], check=True)
    # The same again in another size and with clocks that begin anew, behind a discontinuity.
    small = os.path.join(folder, "small.m3u8")
    subprocess.run(
        [*run, "-ss", "24", "-i", path, "-t", "24", "-vf", "scale=640:360", "-c:v", "libx264", "-preset", "veryfast", "-g", "60", "-c:a",
         "aac", "-f", "hls", "-hls_playlist_type", "vod", small], check=True)
    with open(playlist, encoding="ascii") as first, open(small, encoding="ascii") as second:
        head, tail = first.read().splitlines(), second.read().splitlines()
    begin = next(index for index, line in enumerate(tail) if line.startswith("#EXTINF"))
    # Two segments of the first: its groups are 2 s, so that the cut comes some seconds after playing has begun.
    cut = [index for index, line in enumerate(head) if line.startswith("#EXTINF")][2]
    joined = os.path.join(folder, "joined.m3u8")
    with open(joined, "w", encoding="ascii") as file:
        file.write("\n".join([*head[:cut], "#EXT-X-DISCONTINUITY", *tail[begin:]]) + "\n")
    smooth = os.path.join(folder, "smooth.mp4")
    picture = "color=black:s=1280x720:r=60:d=40,drawbox=x=0:y=0:w=iw:h=ih:c=white:t=fill:enable='lt(mod(n,60),6)'"
    subprocess.run(
        [*run, "-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound, "-shortest", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt",
         "yuv420p", "-g", "120", "-c:a", "aac", "-ac", "2", "-b:a", "128k", smooth], check=True)
    # Noise in the corner gives the variants the bit rates that they state: flat colour has hardly any.
    for name, size, rate in (("high", "1280:720", 3000), ("low", "640:360", 400)):
        noise = f"scale={size},drawbox=x=iw*3/4:y=0:w=iw/4:h=ih/4:c=gray:t=fill,noise=alls=40:allf=t+u"
        subprocess.run(
            [*run, "-i", path, "-t", "60", "-vf", noise, "-c:v", "libx264", "-preset", "veryfast", "-b:v", f"{rate}k", "-maxrate", f"{rate}k",
             "-bufsize", f"{rate}k", "-g", "60", "-c:a", "aac", "-f", "hls", "-hls_time", "2", "-hls_playlist_type", "vod",
             os.path.join(folder, f"{name}.m3u8")], check=True)
    with open(os.path.join(folder, "adaptive.m3u8"), "w", encoding="ascii") as file:
        file.write(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=3400000,RESOLUTION=1280x720\nhigh.m3u8\n"
            "#EXT-X-STREAM-INF:BANDWIDTH=600000,RESOLUTION=640x360\nlow.m3u8\n")
    long = os.path.join(folder, "long.mp4")
    subprocess.run([*run, "-stream_loop", "5", "-i", path, "-c", "copy", long], check=True)
    return {"file": path, "hls": playlist, "joined": joined, "long": long, "smooth": smooth, "adaptive": "adaptive.m3u8"}


class Image(ctypes.Structure):
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int), ("format", ctypes.c_int),
                ("data", ctypes.POINTER(ctypes.c_ubyte))]


class Flashes(threading.Thread):
    """When the pixel turns white, and when it turns black again."""

    def __init__(self, x=400, y=400):
        super().__init__(daemon=True)
        self.x, self.y, self.spans, self.going = x, y, [], True
        self.slowest = 0

    def run(self):
        x11 = ctypes.CDLL(ctypes.util.find_library("X11"))
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XGetImage.restype = ctypes.POINTER(Image)
        x11.XDefaultRootWindow.restype = ctypes.c_ulong
        display = ctypes.c_void_p(x11.XOpenDisplay(None))
        root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
        image = x11.XGetImage(display, root, self.x, self.y, 1, 1, ctypes.c_ulong(0xFFFFFFFF), 2)
        since, before = None, time.monotonic()
        while self.going:
            x11.XGetSubImage(display, root, self.x, self.y, 1, 1, ctypes.c_ulong(0xFFFFFFFF), 2, image, 0, 0)
            now = time.monotonic()
            self.slowest = max(self.slowest, now - before)
            white = image.contents.data[1] > 128
            if white and since is None:
                since = (before + now) / 2
            elif not white and since is not None:
                self.spans.append((since, (before + now) / 2))
                since = None
            before = now
            time.sleep(0.001)


class Beeps(threading.Thread):
    """What the sink plays, with the time at which it is heard.

    ffmpeg stamps what it records with the server's own account of its latencies: a monitor hands sound over before it is heard, by
    as much as the sink happens to have rendered ahead.
    """

    BLOCK = 48
    STAMP = re.compile(rb" pts:(\d+) .*nb_samples:(\d+)")

    def __init__(self):
        super().__init__(daemon=True)
        self.process = subprocess.Popen(
            ["ffmpeg", "-hide_banner", "-nostdin", "-f", "pulse", "-sample_rate", str(RATE), "-channels", "1", "-i", "silence.monitor",
             "-copyts", "-af", "ashowinfo", "-c:a", "pcm_f32le", "-f", "f32le", "-"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.samples, self.begins, self.counted = array.array("f"), [], 0
        self.reader = threading.Thread(target=self.read_stamps, daemon=True)

    def read_stamps(self):
        for line in self.process.stderr:
            if match := self.STAMP.search(line):
                self.begins.append(int(match[1]) / RATE - self.counted / RATE)
                self.counted += int(match[2])

    def run(self):
        self.reader.start()
        data = self.process.stdout.read()
        self.samples.frombytes(data[:len(data) // 4 * 4])
        self.reader.join()

    def spans(self):
        # The first stamps are those of a server that has not told its latencies yet.
        begin = statistics.median(self.begins) - time.time() + time.monotonic()
        spans, since, quiet = [], None, 0
        for start in range(0, len(self.samples) - self.BLOCK, self.BLOCK):
            loud = max(self.samples[start:start + self.BLOCK]) > 0.1
            if loud:
                if since is None:
                    since = start
                quiet, last = 0, start + self.BLOCK
            elif since is not None:
                quiet += self.BLOCK
                # Changed speeds tear a beep apart by a few milliseconds.
                if quiet >= RATE // 50:
                    spans.append((begin + since / RATE, begin + last / RATE))
                    since = None
        return spans


def offsets(flashes, beeps, begin, end, speed=1):
    """Milliseconds from the middle of each flash to the middle of the beep nearest to it. Halves of a flash at a cut do not count."""
    length = FLASH / speed

    def middles(spans):
        return [(a + b) / 2 for a, b in spans if begin <= a and b <= end and 0.6 * length < b - a < 1.6 * length]

    sounds = middles(beeps)
    result = []
    for middle in middles(flashes):
        nearest = min(sounds, key=lambda sound: abs(sound - middle), default=None)
        if nearest is not None and abs(nearest - middle) < 0.5 / speed:
            result.append((nearest - middle) * 1000)
    return result


def again(seconds, *steps):
    """Waits, does each step, and waits between them."""
    def act(player):
        for step in steps:
            time.sleep(seconds)
            step(player)
    return act


def narrow_then_wide(player):
    """The network becomes too slow for the better variant, and fast again."""
    for rate in (130e3, 2e6):
        time.sleep(2)
        player.origin.rate = rate
        time.sleep(14)


# What is done while it plays, and the speed at which the offsets are read.
CASES = {
    "1x": ("file", lambda player: None, 1),
    "60 fps": ("smooth", lambda player: None, 1),
    "hls": ("hls", lambda player: None, 1),
    "0.5x": ("file", lambda player: player.speed(0.5), 0.5),
    "1.5x": ("file", lambda player: player.speed(1.5), 1.5),
    "2x": ("file", lambda player: player.speed(2.0), 2),
    "seeks": ("file", again(3.1, *[lambda player: player.seek(7)] * 4, *[lambda player: player.seek(-11)] * 2), 1),
    "pauses": ("file", again(1.7, *[lambda player: player.pause(), lambda player: player.play()] * 4), 1),
    "quality": ("adaptive", narrow_then_wide, 1),
    "discontinuity": ("joined", lambda player: time.sleep(4), 1),
    "back to 1x": ("file", again(2, lambda player: player.speed(2.0), lambda player: player.speed(0.5), lambda player: player.speed(1.0)), 1),
}

def ten_minutes(_):
    """Only what comes after them is read."""
    time.sleep(600)
    return time.monotonic()


# Takes as long as it says, for each player.
LONG = {"after 10 min": ("long", ten_minutes, 1)}


def measure(player, path, act, speed, seconds):
    flashes, beeps = Flashes(), Beeps()
    with player.playing(path):
        flashes.start()
        beeps.start()
        time.sleep(3)
        begin = time.monotonic()
        begin = act(player) or begin
        # What a change of speed or place needs to settle is not read, what a seek between two seconds leaves is.
        if speed != 1:
            time.sleep(2)
            begin = time.monotonic()
        time.sleep(seconds)
        end = time.monotonic()
    flashes.going = False
    flashes.join()
    beeps.process.terminate()
    beeps.join()
    found = offsets(flashes.spans, beeps.spans(), begin, end, speed)
    return found, flashes.slowest


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windowbox", default=".build/release/windowbox-desktop")
    parser.add_argument("--players", default="windowbox,mpv,vlc")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--long", action="store_true", help="after ten minutes, too")
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--output", default="")
    options = parser.parse_args()
    players = {player.name: player for player in (Windowbox(options.windowbox), MPV(), VLC())}
    cases = {name: CASES[name] for name in options.cases.split(",")} | (LONG if options.long else {})
    rows = []
    with tempfile.TemporaryDirectory(prefix="windowbox-sync-") as folder:
        films = film(folder)
        origin = throttled.Origin(folder)
        for case, (kind, act, speed) in cases.items():
            for name in options.players.split(","):
                origin.rate, origin.variants = 2e6, {}
                players[name].origin = origin
                place = origin.url(films[kind]) if kind == "adaptive" else films[kind]
                try:
                    found, slowest = measure(players[name], place, act, speed, options.seconds)
                except (OSError, subprocess.CalledProcessError) as error:
                    print(f"sync: {case}, {name}: {error}", file=sys.stderr)
                    found, slowest = [], 0
                rows.append(row(case, name, found))
                print(rows[-1], f"pixel read within {slowest * 1000:.0f} ms", flush=True)
                if kind == "adaptive":
                    print(f"sync: {name} loaded {origin.variants}", file=sys.stderr)
                    if len(origin.variants) < 2:
                        rows[-1] += " did not switch"
        origin.close()
    if options.output:
        with open(options.output, "w", encoding="utf-8") as file:
            file.write(PAGE.format(date=time.strftime("%Y-%m-%d"), machine=platform.platform(), seconds=options.seconds) + "\n".join(rows) + "\n")


PAGE = """# Sound against pictures

Made by `Benchmarks/sync.py` on {date} ({machine}), each player in its window on a virtual X server and with a silent PulseAudio sink. A film
flashes and beeps each second; the offset is the middle of the beep less the middle of the flash, in milliseconds: positive when the sound is
late. p95 is that of the offset's size. {seconds:.0f} s of each case are read; "seeks", "pauses", "quality" and "back to 1x" count what is seen
in between, too. In "quality" the network becomes too slow for the better of two variants, and fast again; mpv keeps to one variant. The mark is a median within ±15 ms and a p95 of 40 ms. A person notices sound that is early from about 45 ms on (ITU-R BT.1359).

| case | player | median | p95 | earliest | latest | flashes |
| --- | --- | --- | --- | --- | --- | --- |
"""


def row(case, name, found):
    if not found:
        return f"| {case} | {name} | nothing was seen and heard | | | | 0 |"
    sizes = sorted(abs(value) for value in found)
    return (f"| {case} | {name} | {statistics.median(found):+.1f} | {sizes[int(len(sizes) * 0.95)]:.1f} | {min(found):+.1f} | "
            f"{max(found):+.1f} | {len(found)} |")


if __name__ == "__main__":
    main()
