# SPDX-License-Identifier: Apache-2.0
"""A headless Chromium driven over the WebDriver protocol, and its processes."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request


class Chromium:
    """A browser with a profile of its own. Needs Debian's chromium-driver."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="wb-")
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0", "--log-level=SEVERE"], stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": self.folder})
        for line in self.driver.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                self.base = f"http://127.0.0.1:{found[1]}"
                break
        else:
            raise SystemExit("bench: chromedriver does not start; install it with: apt-get install chromium-driver")
        arguments = [
            "--headless=new", "--no-sandbox", "--mute-audio", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--autoplay-policy=no-user-gesture-required", "--disable-background-networking", "--disable-component-update",
            "--window-size=1400,900", f"--user-data-dir={self.folder}/profile"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}, "timeouts": {"script": 600_000, "pageLoad": 60_000}}
        told = self.send("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.version = told["capabilities"]["browserVersion"]
        self.base += "/session/" + told["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.driver.kill()
        self.driver.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=700) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:500]) from error

    def open(self, address):
        self.send("POST", "/url", {"url": address})

    def run(self, script):
        return self.send("POST", "/execute/sync", {"script": script, "args": []})

    def wait(self, script, seconds=60):
        """Until a script returns something true, which is the result."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.run(script)
            if found:
                return found
            time.sleep(0.05)
        raise RuntimeError(f"not within {seconds} s: {script}")

    def metrics(self):
        """Those of the page: seconds of the thread's processor time and bytes, by name. What else the machine does isn't counted."""
        self.send("POST", "/goog/cdp/execute", {"cmd": "Performance.enable", "params": {"timeDomain": "threadTicks"}})
        told = self.send("POST", "/goog/cdp/execute", {"cmd": "Performance.getMetrics", "params": {}})
        return {metric["name"]: metric["value"] for metric in told["metrics"]}

    def collect(self):
        """Lets the page forget what nobody uses any more."""
        self.send("POST", "/goog/cdp/execute", {"cmd": "HeapProfiler.collectGarbage", "params": {}})

    def renderer_memory(self):
        """Bytes of the proportional set of the page's process: the largest renderer of this profile."""
        sizes = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/cmdline", "rb") as file:
                    words = file.read()
                if b"--type=renderer" not in words or self.folder.encode() not in words:
                    continue
                with open(f"/proc/{number}/smaps_rollup", encoding="ascii") as file:
                    sizes += [int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:")]
            except OSError:
                continue
        return max(sizes, default=None)
