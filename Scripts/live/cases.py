# SPDX-License-Identifier: Apache-2.0
"""The cases: an encoder, a server, and what happens to them."""

import dataclasses

from encoders import Encoder, Pipeline, dash, hls
from link import Conditions
from servers import GZIP, IMPATIENT, Faulty, Nginx


@dataclasses.dataclass
class Case:
    words: tuple
    encoder: type = Encoder
    server: type = Nginx
    options: str = ""
    http2: bool = False
    # Whether the encoder is restarted, and whether it is killed before it can finish its files.
    restarts: bool = False
    kills: bool = True
    pause: float = 1.0
    # Seconds between restarts; None uses the default.
    every: float | None = None
    playlist: str = "index.m3u8"
    # The number of segments when the player joins.
    segments: int = 5


CASES = {
    "ts-defaults": Case(hls(None)),
    "ts-first-segment": Case(hls("delete_segments"), segments=1),
    "ts-delete": Case(hls("delete_segments+temp_file")),
    "ts-dates-gzip": Case(hls("delete_segments+program_date_time+temp_file"), options=GZIP),
    "ts-http2": Case(hls("delete_segments"), http2=True, options=IMPATIENT),
    "fmp4-http2-gzip": Case(hls("delete_segments+temp_file+independent_segments", fmp4=True), http2=True, options=GZIP),
    "ts-one-second": Case(hls("delete_segments+program_date_time", seconds=1, length=6)),
    "ts-by-time": Case(hls("delete_segments+split_by_time", seconds=1.3)),
    "ts-restart-reset": Case(hls("delete_segments"), restarts=True),
    "ts-restart-reset-dates": Case(hls("delete_segments+program_date_time+temp_file"), restarts=True),
    "ts-restart-discont": Case(hls("delete_segments+discont_start+temp_file"), restarts=True),
    "ts-restart-early": Case(hls("delete_segments"), restarts=True, every=9, segments=3),
    "ts-restart-early-dates": Case(hls("delete_segments+program_date_time"), restarts=True, every=9, segments=3),
    "ts-restart-dvr": Case(hls(None, length=0), restarts=True),
    "ts-restart-dvr-dates": Case(hls("program_date_time+temp_file", length=0), restarts=True),
    "ts-restart-append": Case(hls("delete_segments+append_list+omit_endlist"), restarts=True, kills=False),
    "ts-restart-append-crash": Case(hls("delete_segments+append_list+omit_endlist+program_date_time"), restarts=True),
    "fmp4-restart-reset": Case(hls("delete_segments+temp_file", fmp4=True), restarts=True),
    "fmp4-restart-append": Case(hls("delete_segments+append_list+omit_endlist+program_date_time", fmp4=True), restarts=True, kills=False),
    "ts-restart-epoch": Case(hls("delete_segments+temp_file", "-hls_start_number_source", "epoch"), restarts=True),
    "dash": Case(dash("-use_timeline", "1"), playlist="manifest.mpd"),
    "dash-numbers": Case(dash("-use_timeline", "0"), playlist="manifest.mpd"),
    "dash-restart": Case(dash("-use_timeline", "1"), playlist="manifest.mpd", restarts=True),
    "gstreamer": Case(("target-duration=2", "playlist-length=5", "max-files=8"), encoder=Pipeline),
    "gstreamer-restart": Case(("target-duration=2", "playlist-length=5", "max-files=8"), encoder=Pipeline, restarts=True),
    "wrong-ranges": Case(hls("delete_segments+temp_file"), server=Faulty),
    "wrong-ranges-one-file": Case(hls("single_file"), server=Faulty, segments=1),
    "wrong-ranges-fmp4": Case(hls("delete_segments+temp_file", fmp4=True), server=Faulty),
}

# The network conditions in turn, each with its seconds; one minute in all.
WEATHER = [
    (12, Conditions()),
    (10, Conditions(delay=0.04, loss=0.02, rate=4e6)),
    (8, Conditions(delay=0.15, jitter=0.05, rate=2e6)),
    (10, Conditions(delay=0.03, rate=700e3)),
    (3, Conditions(loss=1.0)),
    (9, Conditions(delay=0.02, loss=0.005, rate=8e6)),
    (8, Conditions(delay=0.02, rate=1e6)),
]
