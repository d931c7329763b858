# SPDX-License-Identifier: Apache-2.0
"""Live encoders made by others. The number in each frame is the time at which it was made."""

import os
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../streams"))
from sources import numbered  # noqa: E402

RATE, SIZE = 25, (320, 180)
# Seconds from the start of ffmpeg to its first frame.
STARTUP = 0.15
KEY = ("-g", "50", "-keyint_min", "50", "-sc_threshold", "0")


def inputs(first):
    """Frames starting at a number, and their audio: a tone, and a burst each quarter of a second whose pitch identifies it."""
    start = first / RATE
    time_now = f"(t+{start % 16:.6f})"
    burst = (
        f"st(1,mod({time_now},0.25))*0+st(2,mod(floor({time_now}*4),64))*0+between(ld(1),0.115,0.135)*0.25*"
        "(1-cos(2*PI*(ld(1)-0.115)/0.02))*sin(2*PI*(1000+100*ld(2))*(ld(1)-0.115))")
    return [
        "-re", "-f", "lavfi", "-i", f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r={RATE},{numbered(*SIZE, first)}",
        "-re", "-f", "lavfi", "-i", f"aevalsrc='0.25*sin(2*PI*400*{time_now})|{burst}':s=48000:c=stereo"]


CODECS = ("-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-pix_fmt", "yuv420p", "-b:v", "300k", "-maxrate", "450k", "-bufsize", "600k",
          *KEY, "-c:a", "aac", "-b:a", "64k")


def hls(flags="delete_segments", *more, seconds=2, length=5, fmp4=False):
    kind = ("-hls_segment_type", "fmp4") if fmp4 else ()
    flags = ("-hls_flags", flags) if flags else ()
    return (*CODECS, "-f", "hls", "-hls_time", seconds, "-hls_list_size", length, *flags, *kind, *more, "index.m3u8")


def dash(*more):
    return (*CODECS, "-f", "dash", "-seg_duration", "2", "-window_size", "5", "-extra_window_size", "3", *more, "manifest.mpd")


class Encoder:
    """FFmpeg in a folder, until it is stopped; it can be restarted."""

    def __init__(self, folder, epoch, words):
        self.folder, self.epoch, self.words = folder, epoch, words
        self.process = None

    def next_number(self):
        return round((time.time() + STARTUP - self.epoch) * RATE)

    def command(self):
        return ["ffmpeg", "-hide_banner", "-nostdin", "-v", "fatal", "-y", *inputs(self.next_number()), *map(str, self.words)]

    def start(self):
        self.process = subprocess.Popen(
            self.command(), cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)

    def end(self, kills):
        """Stops the encoder like an operator, or like a crash."""
        if self.process is None:
            return
        # FFmpeg finishes its files when asked to stop; a pipeline started by a shell is stopped with its process group.
        os.killpg(self.process.pid, signal.SIGKILL if kills else signal.SIGTERM)
        self.process.wait()
        self.process = None


class Pipeline(Encoder):
    """FFmpeg encodes, and GStreamer packages."""

    def command(self):
        encoder = " ".join(f'"{word}"' for word in ["ffmpeg", "-nostdin", "-v", "fatal", *inputs(self.next_number()), *CODECS, "-f", "matroska", "-"])
        queue = "queue max-size-buffers=0 max-size-bytes=0 max-size-time=0"
        sink = (
            f"gst-launch-1.0 -q fdsrc fd=0 ! matroskademux name=d d.video_0 ! {queue} ! h264parse config-interval=-1 ! sink.video "
            f"d.audio_0 ! {queue} ! aacparse ! sink.audio hlssink2 name=sink send-keyframe-requests=false {' '.join(map(str, self.words))} "
            "location=%05d.ts playlist-location=index.m3u8")
        return ["sh", "-c", f"{encoder} | {sink}"]
