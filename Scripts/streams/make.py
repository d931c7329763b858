# SPDX-License-Identifier: Apache-2.0
"""Makes every test stream: make.py OUTPUT [NAME…]."""

import os
import shutil
import sys
import time

import apart  # noqa: F401
import breaks  # noqa: F401
import captions  # noqa: F401
import common_encryption  # noqa: F401
import formats  # noqa: F401
import hdr  # noqa: F401
import encrypted  # noqa: F401
import live  # noqa: F401
import metadata  # noqa: F401
import ondemand  # noqa: F401
import sample_aes  # noqa: F401
import surround  # noqa: F401
from catalogue import make_all
from sources import Sources, encoders


def main():
    output, only = sys.argv[1], sys.argv[2:]
    started = time.monotonic()
    scratch = os.path.join(output, "scratch")
    left_out = make_all(Sources(scratch), output, encoders(), only)
    shutil.rmtree(scratch)
    for stream in left_out:
        print(f"left out {stream['name']}: ffmpeg has no {', '.join(stream['missing'])}", file=sys.stderr)
    print(f"streams made in {time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
