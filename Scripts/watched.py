#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests, and ends a hanging run with all processes that it started.

    watched.py EVENTS SECONDS COMMAND...

EVENTS is the file of Swift Testing's event stream: the run hangs if nothing is added to it for SECONDS, in a test or at the end of the
program. Exit status: the command's, or 124.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def children():
    """All processes, each with its children."""
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    parent = file.read().rpartition(")")[2].split()[1]
            except OSError:
                continue
            found.setdefault(int(parent), []).append(int(name))
    return found


def end_all():
    """Ends all descendants of this process, repeatedly, because they may start others meanwhile."""
    while True:
        tree, waiting, found = children(), [os.getpid()], []
        while waiting:
            below = tree.get(waiting.pop(), [])
            found += below
            waiting += below
        if not found:
            return
        for process in found:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.1)


def main():
    events, patience, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    # Adopt processes that tests leave behind, because they would keep the run's output open.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    run = subprocess.Popen(command)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: run.send_signal(number))
    size, since = -1, time.monotonic()
    while True:
        try:
            status = run.wait(timeout=1)
            sys.exit(status if status >= 0 else 128 - status)
        except subprocess.TimeoutExpired:
            pass
        now = os.path.getsize(events) if os.path.exists(events) else 0
        # The build does not count: the clock starts with the first test event.
        if now != size or now == 0:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > patience:
            print(f"watched: no test has begun or ended for {patience:.0f} s; the run is ended", file=sys.stderr, flush=True)
            end_all()
            sys.exit(124)


if __name__ == "__main__":
    main()
