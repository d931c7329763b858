# SPDX-License-Identifier: Apache-2.0
"""Measures the service on this machine. service.py [--programs FOLDER] [--rows A,B] [--videos N] [--database FILE] [--sessions N] [--seconds N] [--output FOLDER]"""

import argparse
import concurrent.futures
import datetime
import gzip
import http.client
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

from backups import backup
from live import measure as live
from origin import Origin
from report import REACHED, commits_of, describe_machine, reaches, read, table
from search import search
from stitched import VIEWERS, stitched, wrk

HERE = os.path.dirname(os.path.abspath(__file__))
ROWS = {
    "feed": ("Feed page of 1,000,000 videos, expression of five terms, 500 requests/s: p99", "ms", 10, False),
    "search": ("Search of 1,000,000 videos as people type, 100 requests/s: p99", "ms", 20, False),
    "events": ("Events taken in and on disk, batches of 200", "events/s", 20_000, True),
    "media": ("Media by HTTP/1.1, segments of 1.5 MB, beside nginx", "times", 0.5, True),
    "media-large": ("Media by HTTP/1.1, one file of 200 MB, beside nginx", "times", 0.5, True),
    "stitch": ("Playlists of 1,200 segments stitched with 8 breaks, over HTTP to 16 viewers: gzip, as players ask", "playlists/s", 20_000, True),
    "stitch-p99": ("The same, how long each of them waits: p99", "ms", 5, False),
    "stitch-plain": ("The same without gzip, 66 KB each", "playlists/s", 20_000, True),
    "stitch-plain-p99": ("The same, how long each of them waits: p99", "ms", 5, False),
    "stitch-memory": ("Memory of a service with 100,000 stitched live sessions", "MiB", 1024, False),
    "live": ("Low-latency live by RTMP: picture at the player behind the encoder, median", "s", 1.5, False),
    "samples": ("Sample library made, two at a time", "s", 120, False),
    "samples-cpu": ("The same, processor time", "s", 240, False),
    "backup": ("Backup of a running service with 1,000,000 videos and 10,000 media files, and its restore to another place, in all", "s", 300, False),
    "second-start": ("Second start of the demo, to the feed on the screen", "s", 3, False),
}


class Service:
    """windowbox-service on a free port, with its own database and media."""

    def __init__(self, programs, folder, settings=()):
        self.folder = folder
        values = ["listen=127.0.0.1:0", f"database={folder}/service.sqlite", f"media={folder}/media", "log-level=notice",
                  "calls-per-second=100000", "tokens-per-minute=100000", "live=no", *settings]
        words = [word for value in values for word in ("--set", value)]
        self.process = subprocess.Popen([os.path.join(programs, "windowbox-service"), *words], stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if '"listening"' in line:
                self.port = int(json.loads(line)["port"])
                threading.Thread(target=self.process.stderr.read, daemon=True).start()
                return
        raise SystemExit("bench: the service does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def guest(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        body = json.dumps({"app_id": "samples", "package_id": "bench"})
        connection.request("POST", "/v1/auth/guest", body, {"Content-Type": "application/json"})
        return json.loads(connection.getresponse().read())["access_token"]


def side_by_side(clients):
    """Runs clients in separate processes, so that none waits for another's interpreter. An error in one ends the run. Returns their
    results."""
    with concurrent.futures.ProcessPoolExecutor(len(clients)) as pool:
        return [running.result() for running in [pool.submit(*client) for client in clients]]


def received(connection, count=65536):
    """Receives the next bytes. The end of the connection is an error, because the caller expects more."""
    data = connection.recv(count)
    if not data:
        raise SystemExit("bench: an answer ended too early")
    return data


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def fill(programs, folder, videos):
    database = f"{folder}/service.sqlite"
    subprocess.run(
        [os.path.join(programs, "windowbox-service"), "make-up", "--videos", str(videos), "--set", f"database={database}"], check=True)


def expression(chance):
    words = [f"tag{chance.randrange(1000)}" for _ in range(5)]
    return f"(or (and {words[0]} {words[1]}) (and {words[2]} tag{chance.randrange(20)}) tag{500 + chance.randrange(500)} {words[4]})"


def feed_client(port, token, number, clients, rate, begin, seconds):
    """Open loop: each request has a due time, and its latency counts from there. Returns milliseconds."""
    chance, times = random.Random(number), []
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for turn in range(number, int(rate * seconds), clients):
            due = begin + turn / rate
            body = json.dumps({"source": {"type": "hashtag", "channel_id": "madeup", "filter": expression(chance)}})
            request = (
                f"POST /v1/feeds HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}").encode()
            time.sleep(max(0, due - time.monotonic()))
            connection.sendall(request)
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += received(connection)
            head, rest = answer.split(b"\r\n\r\n", 1)
            if not head.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"bench: a feed is answered with {head.split(bytes([13]))[0].decode()}")
            left = int(head.lower().split(b"content-length:")[1].split(b"\r")[0]) - len(rest)
            while left > 0:
                left -= len(received(connection))
            times.append((time.monotonic() - due) * 1000)
    # The first second is a warm-up.
    return times[rate // clients:]


def feed(programs, folder, options):
    if options.database:
        shutil.copyfile(options.database, f"{folder}/service.sqlite")
    else:
        fill(programs, folder, options.videos)
    # Flush the written data to disk before the measurement.
    os.sync()
    with Service(programs, folder) as service:
        token, rate, clients = service.guest(), 500, 16
        begin = time.monotonic() + 1
        told = side_by_side([
            (feed_client, service.port, token, number, clients, rate, begin, options.seconds) for number in range(clients)])
        times = [one for own in told for one in own]
        return {"feed": percentile(times, 0.99)}, {"p50": percentile(times, 0.5), "max": max(times), "requests": len(times)}


def events_client(port, token, side, now, end):
    """Returns the number of accepted events."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    number = count = 0
    while time.monotonic() < end:
        batch = [
            {"id": f"{side}-{number}-{i}", "name": "fw:video:first-quartile", "ts": now, "video_id": f"m{i}", "progress_ms": 2500,
             "duration_ms": 10000, "tracking": "all"} for i in range(200)]
        number += 1
        connection.request("POST", "/v1/events", json.dumps({"events": batch}),
                           {"Content-Type": "application/json", "Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        said = json.loads(answer.read())
        if answer.status != 202 or said["rejected"]:
            raise SystemExit(f"bench: events are answered with {answer.status}: {said}")
        count += said["accepted"]
    return count


def events(programs, folder, options):
    fill(programs, folder, 100)
    with Service(programs, folder) as service:
        token = service.guest()
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        begin = time.monotonic()
        accepted = sum(side_by_side([(events_client, service.port, token, side, now, begin + options.seconds) for side in range(4)]))
        return {"events": accepted / (time.monotonic() - begin)}, {"accepted": accepted}


def download(port, path, seconds):
    """The throughput of one connection in bytes per second."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
        buffer = memoryview(bytearray(1 << 20))
        request = f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        total, begin = 0, time.monotonic()
        while time.monotonic() - begin < seconds:
            connection.sendall(request)
            head = b""
            while b"\r\n\r\n" not in head:
                head += received(connection)
            head, rest = head.split(b"\r\n\r\n", 1)
            fields = {line.split(b":")[0].lower(): line.split(b":", 1)[1].strip() for line in head.split(b"\r\n")[1:]}
            left = int(fields[b"content-length"]) - len(rest)
            total += len(rest)
            while left > 0:
                count = connection.recv_into(buffer[:min(left, len(buffer))])
                if count == 0:
                    raise SystemExit("bench: an answer ended too early")
                left -= count
                total += count
        return total / (time.monotonic() - begin)


def media(programs, folder, options):
    """Both servers serve the same files in turn; the result is the median of the ratios."""
    place = f"{folder}/media"
    os.makedirs(place)
    for name, size in (("segment.m4s", 1_500_000), ("large.mp4", 200 << 20)):
        with open(f"{place}/{name}", "wb") as file:
            file.write(os.urandom(1 << 16) * (size // (1 << 16) + 1))
            file.truncate(size)
    results, notes = {}, {}
    with Service(programs, folder) as service, Origin(place) as origin:
        for row, name in (("media", "segment.m4s"), ("media-large", "large.mp4")):
            ratios, own, rival = [], [], []
            for _ in range(5):
                rival.append(download(origin.port, f"/{name}", options.seconds / 5))
                own.append(download(service.port, f"/media/{name}", options.seconds / 5))
                ratios.append(own[-1] / rival[-1])
            results[row] = percentile(ratios, 0.5)
            notes[row] = {"windowbox": percentile(own, 0.5), "nginx": percentile(rival, 0.5)}
    return results, notes


def ask(connection, method, path, body=None, coding=""):
    connection.request(method, path, body, {"Content-Type": "application/json"} | ({"Accept-Encoding": coding} if coding else {}))
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise SystemExit(f"bench: {path} is answered with {answer.status}: {text[:200]}")
    return text


def stitch_request(path, coding):
    """A request as players send it; all of them support gzip."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n{f'Accept-Encoding: {coding}' if coding else 'X-Plain: 1'}\r\n\r\n".encode()


def stitch_length(port, path, coding, text):
    """The size of a response with its head in bytes; checks that it is the playlist."""
    with socket.create_connection(("127.0.0.1", port)) as probe:
        probe.sendall(stitch_request(path, coding))
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += received(probe)
        head = answer.split(b"\r\n\r\n")[0]
        length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        while len(answer) < len(head) + 4 + length:
            answer += received(probe)
    body = answer[len(head) + 4:]
    if (gzip.decompress(body) if coding else body) != text:
        raise SystemExit("bench: the playlist is another one when it is packed")
    return len(answer)


def stitch(programs, folder, options):
    """Measures viewers with one session each, which send the next request when the response has arrived, and then very many sessions."""
    stitched(folder)
    with Origin(f"{folder}/origin") as origin:
        address = f"http://127.0.0.1:{origin.port}"
        film = {"id": "spot", "title": "Spot", "duration": 30, "url": f"{address}/spot.m3u8"}
        with open(f"{folder}/ads.json", "w", encoding="utf-8") as file:
            json.dump({"campaigns": [{"id": "house", "creatives": [film]}]}, file)
        settings = [f"ad-origins={address}", f"house-ads={folder}/ads.json", "ad-networks=any"]
        with Service(programs, folder, settings) as service:
            connection = http.client.HTTPConnection("127.0.0.1", service.port)

            def session(stream="film"):
                wish = json.dumps({"origin": f"{address}/{stream}.m3u8"})
                return json.loads(ask(connection, "POST", "/stitched/sessions", wish))["session_id"]

            path = f"/stitched/{session()}/v0.m3u8"
            text = ask(connection, "GET", path)
            if text.count(b"#EXTINF") != 1240:
                raise SystemExit("bench: the breaks are not in the playlist")
            # One session per viewer, because the requests of one session are answered one after the other.
            paths = [f"/stitched/{session()}/v0.m3u8" for _ in range(VIEWERS)]
            for each in paths:
                ask(connection, "GET", each)
            results, lengths = {}, {}
            for row, coding in (("stitch", "gzip"), ("stitch-plain", "")):
                lengths[row] = stitch_length(service.port, path, coding, text)
                load = wrk(service.port, paths, coding, options.seconds, folder)
                results |= {row: load["requests"] / load["seconds"], f"{row}-p99": load["p99"] / 1000}
            # The idle connection was closed by the server meanwhile.
            connection.close()
            for _ in range(options.sessions):
                text = ask(connection, "GET", f"/stitched/{session('live')}/v0.m3u8")
            if options.sessions and b"/spot-720p/" not in text and b"spot/720p" not in text:
                raise SystemExit("bench: the break is not in the live playlist")
            with open(f"/proc/{service.process.pid}/status", encoding="utf-8") as file:
                memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024
            if options.sessions == 100_000:
                results["stitch-memory"] = memory
            return results, {"bytes": lengths, "sessions": options.sessions, "memory": memory}


def samples(programs, folder, _):
    before, begin = os.times(), time.monotonic()
    words = ["--catalogue", f"{folder}/service.sqlite", "--storage", f"{folder}/media", "--public-address", "/media"]
    subprocess.run([os.path.join(programs, "windowbox-ingest"), "--samples", *words], check=True)
    after = os.times()
    results = {"samples": time.monotonic() - begin, "samples-cpu": sum(after[2:4]) - sum(before[2:4])}
    open(f"{folder}/complete", "w", encoding="utf-8").close()
    starts = []
    for _ in range(5):
        begin = time.monotonic()
        demo = subprocess.Popen(
            [os.path.join(programs, "windowbox"), "demo", "--library", folder, "--serve-only"], stdout=subprocess.PIPE, text=True)
        for line in demo.stdout:
            if line.startswith("Ask it:") or "Ctrl-C" in line:
                break
        starts.append(time.monotonic() - begin)
        demo.terminate()
        demo.wait()
    results["second-start"] = percentile(starts, 0.5)
    return results, {}


MEASURES = {
    "feed": feed, "events": events, "media": media, "stitch": stitch, "live": lambda *words: live(*words, Service), "samples": samples,
    "backup": lambda *words: backup(*words, Service, fill), "search": lambda *words: search(*words, Service, fill),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", default=os.path.join(os.path.dirname(HERE), ".build/release"))
    parser.add_argument("--rows", default=",".join(MEASURES))
    parser.add_argument("--videos", type=int, default=1_000_000)
    parser.add_argument("--database", help="a database made with windowbox-service make-up, instead of a new one")
    parser.add_argument("--sessions", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--output", default=HERE)
    options = parser.parse_args()
    unknown = [name for name in options.rows.split(",") if name not in MEASURES]
    if unknown:
        parser.error(f"no rows are measured as {', '.join(unknown)}: there are {', '.join(MEASURES)}")
    os.makedirs(options.output, exist_ok=True)
    path = os.path.join(options.output, "service.json")
    earlier = read(path)
    # Rows that were not selected keep the results of an earlier run, each with its commit and its remark.
    found = {key: earlier.get(key, {}) for key in ("rows", "notes", "remarks")}
    found |= {"machine": describe_machine(), "videos": options.videos, "load": os.getloadavg()[0]}
    measured = set()
    for name in options.rows.split(","):
        folder = tempfile.mkdtemp(prefix="windowbox-bench-")
        print(f"bench: {name}", file=sys.stderr)
        try:
            rows, notes = MEASURES[name](options.programs, folder, options)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        measured |= rows.keys()
        found["rows"].update(rows)
        found["notes"][name] = notes
    found["commits"] = commits_of(measured, found["machine"]["windowbox"], earlier)
    found["remarks"] = {row: remark for row, remark in found["remarks"].items() if row not in measured}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
        file.write("\n")
    text = page(found)
    with open(os.path.join(options.output, "SERVICE.md"), "w", encoding="utf-8") as file:
        file.write(text)
    print(text)


def page(found):
    machine, rows = found["machine"], []
    for row, (title, unit, mark, more) in ROWS.items():
        value = found["rows"].get(row)
        told, met = ("not measured", None) if value is None else (f"{value:,.2f} {unit}", reaches(value, mark, more))
        rows.append((title, told, f"{'≥' if more else '≤'} {mark:,} {unit}", REACHED[met], found["commits"].get(row, "")))
    lines = [
        "# The service's marks", "",
        f"`make bench-service` of Windowbox on {machine['cpu']}, {machine['cores']} cores; client, service and database share them. The run of",
        f"{machine['windowbox']} began at a load of {found['load']:.1f}; rows of another commit are of another run.", "",
        *table(("what", "measured", "mark", "reached", "commit"), rows)]
    lines += [f"\n{ROWS[row][0]}: {remark}" for row, remark in found["remarks"].items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
