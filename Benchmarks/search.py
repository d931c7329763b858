# SPDX-License-Identifier: Apache-2.0
"""The row of the service's benchmark for the search."""

import concurrent.futures
import http.client
import json
import os
import random
import shutil
import time
import urllib.parse


def get(connection, token, path, body=None):
    connection.request("POST" if body else "GET", path, body, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
    answer = connection.getresponse()
    data = answer.read()
    if answer.status != 200:
        raise SystemExit(f"bench: {path} is answered with {answer.status}")
    return json.loads(data)


def misspelt(word, chance):
    place = chance.randrange(1, len(word) - 1)
    return word[:place] + word[place + 1] + word[place] + word[place + 2:]


def question(captions, chance):
    """What people type: beginnings of words while they type, one or two whole words, and some with a slip."""
    words = [word for word in chance.choice(captions).split() if word.isalpha() and word not in ("Made", "up")]
    kind, word = chance.random(), chance.choice(words)
    if kind < 0.2:
        return word[:chance.randrange(1, 4)]
    if kind < 0.45:
        return word
    if kind < 0.9:
        other = chance.choice(words)
        return f"{word} {other[:chance.randrange(1, len(other) + 1)]}"
    return misspelt(word, chance) if len(word) > 4 else word


def search_client(port, token, captions, number, clients, rate, begin, seconds):
    """Open loop: each request has a due time, and its latency counts from there. Returns milliseconds."""
    chance, times = random.Random(number), []
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for turn in range(number, int(rate * seconds), clients):
        due = begin + turn / rate
        path = f"/v1/search?q={urllib.parse.quote(question(captions, chance))}"
        time.sleep(max(0, due - time.monotonic()))
        get(connection, token, path)
        times.append((time.monotonic() - due) * 1000)
    # The first second is a warm-up.
    return times[rate // clients:]


def search(programs, folder, options, service, fill):
    if options.database:
        shutil.copyfile(options.database, f"{folder}/service.sqlite")
    else:
        fill(programs, folder, options.videos)
    os.sync()
    with service(programs, folder) as served:
        # A guest may search ten times a second.
        rate, clients = 100, 16
        tokens = [served.guest() for _ in range(clients)]
        connection, captions = http.client.HTTPConnection("127.0.0.1", served.port), []
        for tag in range(200):
            source = {"type": "hashtag", "channel_id": "madeup", "filter": f"tag{tag}"}
            page = get(connection, tokens[0], "/v1/feeds", json.dumps({"source": source, "page_size": 50}))
            captions += [item["video"]["caption"] for item in page["items"]]
        begin = time.monotonic() + 1
        with concurrent.futures.ProcessPoolExecutor(clients) as pool:
            told = [running.result() for running in [
                pool.submit(search_client, served.port, tokens[number], captions, number, clients, rate, begin, options.seconds)
                for number in range(clients)]]
        times = sorted(one for own in told for one in own)
        return {"search": times[int(len(times) * 0.99)]}, {"p50": times[len(times) // 2], "max": times[-1], "requests": len(times)}
