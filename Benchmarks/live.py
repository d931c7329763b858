# SPDX-License-Identifier: Apache-2.0
"""Measures the latency of a live stream from the encoder to the player."""

import http.client
import json
import os
import statistics
import subprocess
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def burnt_number(path):
    """The number of a frame: twelve blocks along its lower edge, the least significant bit on the left, as in the test streams."""
    words = ["ffmpeg", "-v", "error", "-i", path, "-vf", "scale=1280:720", "-pix_fmt", "gray", "-f", "rawvideo", "-"]
    luma = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    row = 640 * 1280
    return sum(1 << bit for bit in range(12) if luma[row + 60 + 44 * bit] > 128)


class Encoder:
    """Encodes and sends numbered frames in real time, and records when each left the encoder."""

    RATE, PICTURES = 30, 360

    def __init__(self, source, address):
        self.words = [
            "ffmpeg", "-nostdin", "-v", "error", "-re", "-stream_loop", "-1", "-i", source, "-c:v", "libx264", "-preset", "ultrafast",
            "-tune", "zerolatency", "-g", str(self.RATE), "-c:a", "aac", "-progress", "pipe:1", "-stats_period", "0.1", "-f", "flv", address]
        self.process = None
        # Times, each with the number of frames encoded by then.
        self.reports = []
        self.has_ended = threading.Event()
        self.thread = threading.Thread(target=self.send, daemon=True)
        self.thread.start()

    def send(self):
        # At first nobody is listening, so it retries, as encoders do.
        while not self.has_ended.is_set():
            self.reports = []
            self.process = subprocess.Popen(self.words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            for line in self.process.stdout:
                key, _, value = line.strip().partition("=")
                if key == "frame" and int(value) > 0:
                    self.reports.append((time.time(), int(value)))
                if self.has_ended.is_set():
                    self.process.terminate()
            self.process.wait()
            self.has_ended.wait(0.2)

    def behind(self, number, shown):
        """Seconds from the time a frame left the encoder until `shown`; None if unknown. The clip repeats, so this uses the newest
        frame with that number."""
        found = None
        for (before, few), (after, many) in zip(self.reports, self.reports[1:]):
            for picture in range(few, many):
                made = before + (after - before) * (picture + 1 - few) / (many - few)
                if picture % self.PICTURES == number and made <= shown:
                    found = shown - made
        return found

    def end(self):
        self.has_ended.set()
        self.thread.join()


def measure(programs, folder, options, start):
    """Records the player's frames; the number of each tells when the encoder made it. `start` starts a service."""
    streams = subprocess.run([os.path.join(HERE, "../Scripts/streams.sh")], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    source = f"{streams}/file-start-mp4/start.mp4"
    program = os.path.join(programs, "windowbox-service")
    said = subprocess.run(
        [program, "add-client", "host", "--business", "b1", "--set", f"database={folder}/service.sqlite"], check=True, text=True,
        stdout=subprocess.PIPE).stdout.split()
    with start(programs, folder, ["live=yes", "live-ports=0"]) as service:
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        form = f"grant_type=client_credentials&client_id={said[1]}&client_secret={said[3]}"
        connection.request("POST", "/oauth/token", form, {"Content-Type": "application/x-www-form-urlencoded"})
        token = json.loads(connection.getresponse().read())["access_token"]

        def call(path, body):
            connection.request(
                "POST", f"/v1/admin/{path}", json.dumps(body) if body else None,
                {"Authorization": f"Bearer {token}", **({"Content-Type": "application/json"} if body else {})})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status >= 300:
                raise SystemExit(f"bench: {path} is answered with {answer.status}: {text[:200]}")
            return json.loads(text)

        channel = call("channels", {"name": "Live", "slug": "live"})["id"]
        video = call("videos", {"channel_id": channel, "type": "livestream"})["id"]
        stream = call("live_streams", {"channel_id": channel, "video_id": video, "title": "Delay"})["id"]
        begun = call(f"live_streams/{stream}/start", None)
        encoder = Encoder(source, f"{begun['ingest']['url']}/{begun['ingest']['key']}")
        stills = f"{folder}/stills"
        try:
            path, deadline = begun["playback"]["ll_hls"], time.monotonic() + 60
            while True:
                connection.request("GET", path)
                answer = connection.getresponse()
                answer.read()
                if answer.status == 200:
                    break
                if answer.status != 503 or time.monotonic() > deadline:
                    raise SystemExit(f"bench: the live stream is answered with {answer.status}")
            words = ["play", "--headless", "--for", str(options.seconds), "--stills", stills, "--still-every", "1", "--quiet"]
            address = f"http://127.0.0.1:{service.port}{path}"
            subprocess.run([os.path.join(programs, "windowbox"), *words, address], check=True, timeout=options.seconds + 120)
        finally:
            encoder.end()
        shown = sorted((os.stat(f"{stills}/{name}").st_mtime, f"{stills}/{name}") for name in os.listdir(stills))
        delays = [delay for at, path in shown if (delay := encoder.behind(burnt_number(path), at)) is not None]
        if len(delays) < 3:
            raise SystemExit(f"bench: the player showed {len(delays)} pictures of the live stream")
        return {"live": statistics.median(delays)}, {"pictures": len(delays), "least": min(delays), "most": max(delays)}
