# SPDX-License-Identifier: Apache-2.0
"""Measures backup and restore of a service that is running."""

import os
import shutil
import subprocess
import time

# Media of a service, besides its videos' records: files of 64 KiB, each with other content.
FILES, SIZE = 10_000, 64 << 10


def fill_media(folder):
    for number in range(FILES):
        place = f"{folder}/videos/m{number // 10}/x"
        os.makedirs(place, exist_ok=True)
        with open(f"{place}/{number % 10}.mp4", "wb") as file:
            file.write(number.to_bytes(8, "big") * (SIZE // 8))


def backup(programs, folder, options, service, fill):
    """A backup while the service runs, a second one without changes, and a restore of the last to another place, until its service
    answers. What counts is the sum of the first and the restore."""
    program = os.path.join(programs, "windowbox-service")
    if options.database:
        shutil.copyfile(options.database, f"{folder}/service.sqlite")
    else:
        fill(programs, folder, options.videos)
    fill_media(f"{folder}/media")
    os.makedirs(f"{folder}/other")
    os.sync()
    steps = {}

    def step(name, *words):
        begin = time.monotonic()
        subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)
        steps[name] = time.monotonic() - begin

    def settings(place):
        return ["--set", f"database={place}/service.sqlite", "--set", f"media={place}/media"]

    with service(programs, folder) as running:
        running.guest()
        step("backup", "backup", f"{folder}/backup", *settings(folder))
        step("second backup", "backup", f"{folder}/backup", *settings(folder))
    step("verify", "verify-backup", f"{folder}/backup")
    step("restore", "restore", f"{folder}/backup", *settings(f"{folder}/other"))
    begin = time.monotonic()
    with service(programs, f"{folder}/other") as running:
        running.guest()
        steps["start"] = time.monotonic() - begin
    count = sum(len(files) for _, _, files in os.walk(f"{folder}/other/media"))
    if count != FILES:
        raise SystemExit(f"bench: {count} media files were restored instead of {FILES}")
    steps["database MB"] = os.path.getsize(f"{folder}/service.sqlite") / 1e6
    return {"backup": steps["backup"] + steps["restore"]}, steps
