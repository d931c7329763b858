# SPDX-License-Identifier: Apache-2.0
"""A network with delay, loss and a limited rate between two network namespaces.

Does to IP packets what netem does, at user level, because many kernels are built without netem. Needs root: an interface
in this namespace, one in a namespace of its own, and a process that hands packets from one to the other.
"""

import collections
import ctypes
import dataclasses
import errno
import fcntl
import json
import os
import random
import select
import struct
import subprocess
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI, CLONE_NEWNET = 0x400454CA, 1, 0x1000, 0x40000000


@dataclasses.dataclass
class Conditions:
    """For each direction: delay in seconds, loss as a fraction, rate in bit/s."""
    delay: float = 0.005
    jitter: float = 0.0
    loss: float = 0.0
    rate: float = 50e6

    def __str__(self):
        return f"{self.delay * 1000:.0f} ms, {self.loss * 100:g} % loss, {self.rate / 1e6:g} Mbit/s"


def is_possible():
    return os.geteuid() == 0 and os.path.exists("/dev/net/tun")


def interface(name, address):
    """Returns: its descriptor, or None if that name exists."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    try:
        fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    except OSError as error:
        os.close(descriptor)
        if error.errno == errno.EBUSY:
            return None
        raise
    for words in (["addr", "add", f"{address}/24", "dev", name], ["link", "set", name, "up"], ["link", "set", "lo", "up"]):
        subprocess.run(["ip", *words], check=True)
    return descriptor


def enter_new_namespace():
    if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET):
        raise OSError(ctypes.get_errno(), "no network namespace can be made")


class Direction:
    # Seconds of traffic that are queued before the slow link, as in a router; more is dropped.
    QUEUE = 0.5

    def __init__(self, source, target, chance):
        self.source, self.target, self.chance = source, target, chance
        self.free = self.last = 0.0
        self.waiting = collections.deque()

    def take(self, conditions):
        """Reads packets and decides when they arrive, if at all."""
        while True:
            try:
                packet = os.read(self.source, 65536)
            except BlockingIOError:
                return
            now = time.monotonic()
            if self.chance.random() < conditions.loss or self.free > now + self.QUEUE:
                continue
            self.free = max(self.free, now) + len(packet) * 8 / conditions.rate
            # Packets keep their order.
            self.last = max(self.last, self.free + conditions.delay + self.chance.uniform(0, conditions.jitter))
            self.waiting.append((self.last, packet))

    def give(self):
        """Forwards the packets that have arrived.
        Returns: seconds until the next packet arrives, or None."""
        now = time.monotonic()
        while self.waiting and self.waiting[0][0] <= now:
            try:
                os.write(self.target, self.waiting.popleft()[1])
            except OSError:
                pass
        return self.waiting[0][0] - now if self.waiting else None


class Link:
    """The near end of a network whose far end, with the address `host`, is in a namespace of its own."""

    def __init__(self):
        for self.subnet in range(250):
            self.near = interface(f"windowbox{self.subnet}", f"10.213.{self.subnet}.1")
            if self.near is not None:
                break
        else:
            raise SystemExit("live: there are too many networks")
        self.host = f"10.213.{self.subnet}.2"

    def start(self, serve, seed=1):
        """Runs `serve`, which returns a process, at the far end."""
        commands, self.commands = os.pipe()
        answers, ready = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.commands)
            try:
                self.run(self.near, commands, ready, serve, seed)
            finally:
                os._exit(0)
        os.close(commands), os.close(ready), os.close(self.near)
        if os.read(answers, 1) != b"+":
            raise SystemExit("live: the far end of the network did not start")

    def run(self, near, commands, ready, serve, seed):
        enter_new_namespace()
        far = interface("windowbox", self.host)
        server = serve()
        os.write(ready, b"+")
        directions = [Direction(near, far, random.Random(seed)), Direction(far, near, random.Random(seed + 1))]
        conditions, text = Conditions(), b""
        while True:
            waits = [wait for direction in directions if (wait := direction.give()) is not None]
            readable, _, _ = select.select([near, far, commands], [], [], max(min(waits), 0) if waits else None)
            for direction in directions:
                if direction.source in readable:
                    direction.take(conditions)
            if commands in readable:
                data = os.read(commands, 4096)
                if not data:
                    break
                *lines, text = (text + data).split(b"\n")
                if lines:
                    conditions = Conditions(**json.loads(lines[-1]))
        server.terminate()
        server.wait()

    def set(self, conditions):
        os.write(self.commands, json.dumps(dataclasses.asdict(conditions)).encode() + b"\n")

    def end(self):
        os.close(self.commands)
        os.waitpid(self.process, 0)
