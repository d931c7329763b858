#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests, and ends a run that hangs, telling where each of its threads is.

    watched.py EVENTS SECONDS COMMAND...

EVENTS is the file of Swift Testing's event stream. Once nothing has been added to it for SECONDS, the test program among the
command's processes is aborted, so that Swift's backtrace says what it waits for; if that does not end it, it is killed.
Ends as the command does.
"""

import os
import signal
import subprocess
import sys
import time


def children():
    """Every process with the ones that it started."""
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


def tests(root):
    """The test programs below a process, not the programs that they started themselves."""
    tree, waiting, found = children(), [root], []
    while waiting:
        process = waiting.pop()
        try:
            program = os.path.basename(os.readlink(f"/proc/{process}/exe"))
        except OSError:
            program = ""
        if program.endswith(".xctest"):
            found.append(process)
        else:
            waiting += tree.get(process, [])
    return found


def send(processes, number):
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def main():
    events, patience, command = sys.argv[1], float(sys.argv[2]), sys.argv[3:]
    os.environ.setdefault("SWIFT_BACKTRACE", "enable=yes,threads=all,interactive=no,color=no,limit=24,images=none,registers=none")
    run = subprocess.Popen(command)
    size, since, steps = -1, time.monotonic(), [signal.SIGABRT, signal.SIGKILL]
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, _: run.send_signal(number))
    while True:
        try:
            sys.exit(run.wait(timeout=1) % 256)
        except subprocess.TimeoutExpired:
            pass
        now = os.path.getsize(events) if os.path.exists(events) else 0
        # Building is no business of the tests: the clock begins with their first event.
        if now != size or now == 0:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > patience and steps:
            hung = tests(run.pid)
            print(f"watched: no test has begun or ended for {patience:.0f} s; ending {hung}", file=sys.stderr, flush=True)
            send(hung, steps.pop(0))
            since = time.monotonic()
            patience = 120


if __name__ == "__main__":
    main()
