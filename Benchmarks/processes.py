# SPDX-License-Identifier: Apache-2.0
"""Programs under measurement: started in a session of their own, read from /proc, ended by their id."""

import contextlib
import os
import signal
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")


def clock_ms():
    return time.clock_gettime(time.CLOCK_MONOTONIC) * 1000


def prefer():
    """Runs in the child: with autogroups, `nice` means nothing between sessions, but the group's own value does."""
    with contextlib.suppress(OSError):
        with open("/proc/self/autogroup", "w", encoding="ascii") as file:
            file.write("-15")


class Program:
    """`STARTED` and `WINDOWBOX_STARTED` tell the child when it was started: ms and s of the monotonic clock."""

    def __init__(self, command, *, stdout=subprocess.PIPE, environment=None):
        base = dict(os.environ, **(environment or {}))
        started = clock_ms()
        base |= {"STARTED": f"{started:.3f}", "WINDOWBOX_STARTED": f"{started / 1000:.6f}"}
        self.started = started
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=stdout, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True, preexec_fn=prefer, env=base)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def kill(self):
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def end(self):
        self.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()

    def output(self, timeout=90):
        """Waits for the end; answers what was printed."""
        try:
            return self.process.communicate(timeout=timeout)[0] or ""
        except subprocess.TimeoutExpired:
            self.end()
            return ""

    def members(self):
        """The ids of all processes of its session."""
        found = []
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError):
                    if os.getsid(int(entry)) == self.process.pid:
                        found.append(int(entry))
        return found

    def cpu_seconds(self):
        total = 0
        for member in self.members():
            with contextlib.suppress(OSError):
                with open(f"/proc/{member}/stat", encoding="ascii", errors="replace") as file:
                    fields = file.read().rpartition(")")[2].split()
                total += int(fields[11]) + int(fields[12])
        return total / TICK

    def memory_mb(self):
        """Resident now, all processes together."""
        total = 0
        for member in self.members():
            with contextlib.suppress(OSError):
                with open(f"/proc/{member}/status", encoding="ascii", errors="replace") as file:
                    total += sum(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
        return total / 1024


def busy_seconds():
    """Processor time of the whole machine."""
    with open("/proc/stat", encoding="ascii") as file:
        fields = [int(word) for word in file.readline().split()[1:]]
    return (sum(fields) - fields[3] - fields[4]) / TICK


class Load:
    """How many cores other work used while something was measured."""

    def __enter__(self):
        self.begun, self.busy, self.own = time.monotonic(), busy_seconds(), sum(os.times()[:4])
        self.cores = 0.0
        return self

    def stop(self, own_seconds=0.0):
        spent = max(time.monotonic() - self.begun, 0.01)
        own = sum(os.times()[:4]) - self.own + own_seconds
        self.cores = max(0.0, (busy_seconds() - self.busy - own) / spent)
        return self.cores

    def __exit__(self, *_):
        pass
