#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Repeats the failures of a Swift Testing run at the end of its output, where people look first.

    failures.py EVENTS            the failed tests with their expectations, and those that began and did not end
    failures.py EVENTS --filter   one regular expression for `swift test --filter`: the failed tests and, if the run was aborted,
                                  the suites whose tests have not all ended

Exit status: 0 if all tests passed, 1 if some failed, 2 if the run was aborted, so that the failures are unknown.
"""

import json
import re
import sys


def records(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                record = json.loads(line)
            except ValueError:
                continue
            yield record.get("kind"), record.get("payload", {})


def read(path):
    issues, waiting, running, ended = {}, {}, {}, False
    for record, event in records(path):
        if record == "test" and event.get("kind") == "function":
            waiting[event["id"]] = True
        if record != "event":
            continue
        kind, test = event.get("kind"), event.get("testID", "")
        if kind == "testStarted":
            running[test] = True
        elif kind in ("testEnded", "testSkipped"):
            running.pop(test, None)
            waiting.pop(test, None)
        elif kind == "runEnded":
            ended = True
        elif kind == "issueRecorded":
            issue = event.get("issue", {})
            if issue.get("isKnown") or issue.get("severity", "error") != "error":
                continue
            place = issue.get("sourceLocation", {})
            where = f"{place.get('fileID', '')}:{place.get('line', '')}"
            words = " / ".join(message["text"] for message in event.get("messages", []))
            issues.setdefault(test, []).append(f"{where} {words}".strip())
    return issues, list(waiting), list(running), ended


def pattern(test):
    # An identifier ends with its source location; the filter identifies the test by module, suites and function.
    return re.sub(r"([][.()*+?{}|^$\\])", r"\\\1", re.sub(r"/[^/]+\.swift:\d+:\d+$", "", test))


def suite(test):
    return pattern(test).rpartition("/")[0] or pattern(test)


def main():
    issues, waiting, running, ended = read(sys.argv[1])
    if "--filter" in sys.argv[2:]:
        chosen = {pattern(test) for test in issues}
        if not ended:
            chosen |= {suite(test) + "/" for test in waiting}
        print("|".join(f"^{one}" for one in sorted(chosen)))
    else:
        for test, words in sorted(issues.items()):
            print(f"failed: {test or 'outside of any test'}")
            for line in words:
                print(f"    {line}")
        if not ended:
            for test in running:
                print(f"did not end: {test}")
            print("The run broke off.")
    sys.exit(0 if ended and not issues else 1 if ended else 2)


if __name__ == "__main__":
    main()
