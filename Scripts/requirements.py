#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of requirements and the tests named after them. requirements.py [--missing] prints it; with --missing, only those without tests.

It also reads the coverage tables (Coverage*.md: line, code, test) and reports names in them that do not exist."""

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


def tables():
    """Names in the tables that do not exist: code in the sources, tests by suite, type, file or folder."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "Sources").rglob("*.swift"))
    code = set(re.findall(r"\w+", sources)) | {path.stem for path in (ROOT / "Sources").rglob("*.swift")}
    files = [path for path in (ROOT / "Tests").rglob("*") if path.is_dir() or path.suffix == ".swift"]
    suites = {path.stem for path in files}
    for path in files:
        if path.is_file():
            suites |= set(re.findall(r"\b(?:struct|class|enum|actor|extension) (\w+)", path.read_text(encoding="utf-8")))
    for path in sorted((ROOT / "Sources").rglob("Coverage*.md")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) != 3 or cells[2] == "Test" or cells[0].startswith("---"):
                continue
            place = f"{path.relative_to(ROOT)}:{number}"
            for name in re.findall(r"`([A-Z]\w+)", cells[1]):
                if name not in code | suites:
                    yield f"{place} no code is called {name}"
            for name in re.findall(r"(?<![:/\w])[A-Z]\w*[a-z][A-Z]\w*", re.sub(r"`[^`]*`|<doc:\w+>|\"[^\"]*\"", "", cells[2])):
                if name not in suites:
                    yield f"{place} no test is called {name}"


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
    untrue = list(tables())
    for line in untrue:
        print(line)
    print(f"{len(known)} requirements, {missing} without a test; {len(untrue)} names in tables that do not exist", file=sys.stderr)
    return 1 if untrue or set(named) - set(known) else 0


if __name__ == "__main__":
    sys.exit(main())
