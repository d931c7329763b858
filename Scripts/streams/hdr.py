# SPDX-License-Identifier: Apache-2.0
"""High dynamic range video: eight bars of known luminance, lossless, in BT.2020."""

import math
import os
import struct

from catalogue import stream
from sources import ffmpeg

WIDTH, HEIGHT = 320, 180
# Luminance of each bar in cd/m²: red, green and blue of BT.2020. The last two are red and green of BT.709 at 50 cd/m².
GREYS = [0, 1, 10, 50, 203, 1000]
LIGHT = [(grey, grey, grey) for grey in GREYS] + [
    tuple(50 * share for share in (0.627404, 0.069097, 0.016391)), tuple(50 * share for share in (0.329283, 0.919540, 0.088013))]


def pq(light):
    power = (light / 10_000) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * power) / (1 + 2392 / 128 * power)) ** (2523 / 32)


def hlg(scene):
    return math.sqrt(3 * scene) if scene <= 1 / 12 else 0.17883277 * math.log(12 * scene - 0.28466892) + 0.55991073


def hlg_color(light):
    """The code values that a display of 1000 cd/m² shows as this colour."""
    shown = [value / 1000 for value in light]
    luminance = 0.262700 * shown[0] + 0.677998 * shown[1] + 0.059302 * shown[2]
    return [hlg(value * luminance ** (1 / 1.2 - 1) if luminance > 0 else 0) for value in shown]


def codes(red, green, blue):
    """Ten bits of Y, Cb and Cr, limited range, BT.2020 with non-constant luminance."""
    luma = 0.2627 * red + 0.6780 * green + 0.0593 * blue
    return round(64 + 876 * luma), round(512 + 896 * (blue - luma) / 1.8814), round(512 + 896 * (red - luma) / 1.4746)


def bars(name, notes, transfer, color):
    @stream(name, notes, path="bars.mp4", duration=1.0, frames=30, width=WIDTH, height=HEIGHT, needs=["libx265"])
    def make(sources, folder):
        os.makedirs(folder, exist_ok=True)
        values = [codes(*color(light)) for light in LIGHT]
        planes = b""
        for plane, (width, height) in enumerate([(WIDTH, HEIGHT), (WIDTH // 2, HEIGHT // 2), (WIDTH // 2, HEIGHT // 2)]):
            row = struct.pack(f"<{width}H", *(values[x * len(LIGHT) // width][plane] for x in range(width)))
            planes += row * height
        raw = sources.path(f"{name}.yuv")
        with open(raw, "wb") as file:
            file.write(planes * 30)
        ffmpeg(
            "-f", "rawvideo", "-pix_fmt", "yuv420p10le", "-s", f"{WIDTH}x{HEIGHT}", "-r", 30, "-i", raw, "-c:v", "libx265",
            "-preset", "ultrafast", "-x265-params",
            f"log-level=error:lossless=1:colorprim=bt2020:transfer={transfer}:colormatrix=bt2020nc:range=limited", "-tag:v", "hvc1",
            "-color_primaries", "bt2020", "-color_trc", transfer, "-colorspace", "bt2020nc", "-color_range", "tv",
            os.path.join(folder, "bars.mp4"))


bars("hdr-pq", "eight bars in PQ: 0, 1, 10, 50, 203 and 1000 cd/m², then red and green of BT.709 at 50 cd/m²", "smpte2084",
     lambda light: [pq(value) for value in light])
bars("hdr-hlg", "the same bars in HLG, as a display of 1000 cd/m² shows them", "arib-std-b67", hlg_color)
