#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A live origin made of third-party software, until its input is closed or a signal ends it.

Prints events as JSON lines: its address, each restart and each change of the network, and finally what was published."""

import argparse
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import link  # noqa: E402
from cases import CASES, WEATHER  # noqa: E402
from encoders import RATE  # noqa: E402
from published import Archive  # noqa: E402


def say(**facts):
    print(json.dumps(facts), flush=True)


class Schedule:
    """Scheduled actions, in order."""

    def __init__(self):
        self.acts = []

    def add(self, moment, act):
        self.acts.append((moment, len(self.acts), act))
        self.acts.sort()

    def next(self):
        return self.acts[0][0] if self.acts else None

    def run(self, now):
        while self.acts and self.acts[0][0] <= now:
            self.acts.pop(0)[2]()


class End:
    """The end of the run: the input is closed, or a signal arrives."""

    def __init__(self):
        self.readable, writable = os.pipe()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: os.write(writable, b"+"))

    def has_come(self, seconds):
        """Waits for it, at most for this many seconds."""
        readable, _, _ = select.select([sys.stdin, self.readable], [], [], seconds)
        return self.readable in readable or bool(readable) and not os.read(sys.stdin.fileno(), 4096)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", nargs="?", choices=CASES)
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    parser.add_argument("--link", action="store_true", help="behind a network of changing quality (root only)")
    parser.add_argument("--restart-every", type=float, default=40, help="seconds between encoder restarts, if the case has them")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(CASES))
    case = CASES[options.case]
    end = End()
    folder = tempfile.mkdtemp(prefix="windowbox-live-")
    media, state = os.path.join(folder, "media"), os.path.join(folder, "state")
    os.makedirs(media), os.makedirs(state)
    # Server workers run as another user.
    for path in (folder, media, state):
        os.chmod(path, 0o755)
    epoch = float(int(time.time()))
    encoder = case.encoder(media, epoch, case.words)
    network = server = None
    try:
        network = link.Link() if options.link else None
        origin = case.server(media, state, network.host if network else "127.0.0.1", case.options, case.http2)
        if network:
            network.start(origin.start)
        else:
            server = origin.start()
        encoder.start()
        archive = Archive(media, os.path.join(folder, "archive"), epoch, "single_file" not in str(case.words))
        # Viewers join a running stream; in a short playlist no position is far enough from its end.
        while len(archive.kept) < case.segments:
            if encoder.process.poll() is not None or end.has_come(0.1):
                raise SystemExit("live: the encoder ended before it published anything")
        say(message="ready", address=f"{origin.address}/{case.playlist}", certificate=origin.certificate, epoch=epoch, rate=RATE)
        schedule = Schedule()
        every = case.every or options.restart_every
        begin = time.monotonic()

        def weather(place):
            seconds, conditions = WEATHER[place % len(WEATHER)]
            network.set(conditions)
            say(message="network", at=time.time(), conditions=str(conditions))
            schedule.add(time.monotonic() + seconds, lambda: weather(place + 1))

        def stop():
            encoder.end(case.kills)
            say(message="stopped", at=time.time())
            schedule.add(time.monotonic() + case.pause, go_on)

        def go_on():
            encoder.start()
            say(message="started", at=time.time())
            schedule.add(time.monotonic() + every, stop)

        if network:
            weather(0)
        if case.restarts:
            schedule.add(begin + every / 2, stop)
        while True:
            following = schedule.next()
            if end.has_come(None if following is None else max(following - time.monotonic(), 0)):
                break
            schedule.run(time.monotonic())
        encoder.end(True)
        say(message="published", runs=archive.end())
    finally:
        encoder.end(True)
        if network:
            network.end()
        if server:
            server.terminate()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
