# SPDX-License-Identifier: Apache-2.0
"""Measured programs: started in their own session, observed through /proc, ended by process ID."""

import contextlib
import os
import signal
import subprocess
import time

TICK = os.sysconf("SC_CLK_TCK")


def clock_ms():
    return time.clock_gettime(time.CLOCK_MONOTONIC) * 1000


def prefer():
    """Runs in the child process. With autogroups, `nice` has no effect between sessions; the group's own value has."""
    with contextlib.suppress(OSError):
        with open("/proc/self/autogroup", "w", encoding="ascii") as file:
            file.write("-15")


class Program:
    """`STARTED` and `WINDOWBOX_STARTED` give the child its start time: ms and s of the monotonic clock."""

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
        """Waits for the exit and returns the output."""
        try:
            return self.process.communicate(timeout=timeout)[0] or ""
        except subprocess.TimeoutExpired:
            self.end()
            return ""

    def members(self):
        """The IDs of all processes in its session."""
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
        """The current resident memory of all its processes."""
        total = 0
        for member in self.members():
            with contextlib.suppress(OSError):
                with open(f"/proc/{member}/status", encoding="ascii", errors="replace") as file:
                    total += sum(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
        return total / 1024


def busy_seconds():
    """The CPU time of the whole machine."""
    with open("/proc/stat", encoding="ascii") as file:
        fields = [int(word) for word in file.readline().split()[1:]]
    return (sum(fields) - fields[3] - fields[4]) / TICK


class Load:
    """The number of cores that other work used during a measurement."""

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
