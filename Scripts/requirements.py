#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of requirements and the tests named after them. requirements.py [--missing] prints it; with --missing, only what has none."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
IDENTIFIER = re.compile(r"\b(?:PB|LB|MP|VK)-\d+\b")
# A test's or a suite's name: the first string of its attribute.
NAME = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"')


def requirements():
    for line in (ROOT / "Tests/requirements.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            identifier, _, text = line.partition("\t")
            yield identifier, text


def tests():
    found = {}
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        text = path.read_text(encoding="utf-8")
        for match in NAME.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            for identifier in dict.fromkeys(IDENTIFIER.findall(match.group(1))):
                found.setdefault(identifier, []).append(f"{path.relative_to(ROOT)}:{line} {match.group(1)}")
    return found


def main():
    named = tests()
    known = dict(requirements())
    missing = 0
    for identifier, text in known.items():
        places = named.get(identifier, [])
        decided = text.startswith("decided:")
        missing += not places and not decided
        if "--missing" in sys.argv and (places or decided):
            continue
        print(f"{identifier:6} {text}")
        for place in places:
            print(f"       {place}")
        if not places and not decided:
            print("       NO TEST")
    for identifier in sorted(set(named) - set(known)):
        print(f"{identifier:6} is not in Tests/requirements.txt: {named[identifier][0]}")
    print(f"{len(known)} requirements, {missing} without a test", file=sys.stderr)
    return 1 if set(named) - set(known) else 0


if __name__ == "__main__":
    sys.exit(main())
