# SPDX-License-Identifier: Apache-2.0
"""Audio with more than two channels."""

import os

from catalogue import stream
from sources import ffmpeg


@stream("surround", "5.1: a tone in one channel each second, in the order of the channels; in the seventh in all of them",
        path="sound.flac", duration=7.0, frames=0, width=0, height=0)
def surround(sources, folder):
    tone = "0.8*sin(2*PI*500*t)"
    channels = "|".join(f"{tone}*gt(between(t,{n},{n + 1})+between(t,6,7),0)" for n in range(6))
    ffmpeg(
        "-f", "lavfi", "-i", f"aevalsrc='{channels}':s=48000:d=7:c=5.1", "-c:a", "flac", os.path.join(folder, "sound.flac"))
