#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether each public enum with cases may get more of them, as API/enums says.

An application that switches over an enum no longer compiles when a case is added, so each one is decided: `frozen` with its number of cases,
or `grows`. A new set of values that may grow is a struct with static members, as `PlayerError.Code`; the enums that grow are older than this
rule, and their number may only fall. CONTRIBUTING.md has the rule for deciding.

It reads the lists in API/, which Scripts/api.py compares with the sources. Without an argument it fails if an enum is undecided, a decision
is stale or wrong, or too many enums grow. --write updates the numbers of cases and removes what is gone; it decides nothing.
Usage: Scripts/enums.py [--write]
"""
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "API"
DECISIONS = FOLDER / "enums"
GROWING = 171
ENUM = re.compile(r"(?:indirect |nonisolated |@\S+ )*enum \w+")
CASE = re.compile(r"(?:indirect )?case (.+)")


def names(cases):
    """The names in a case declaration, without payloads and raw values."""
    flat = cases
    while (shorter := re.sub(r"\([^()]*\)|\"[^\"]*\"|\[[^\[\]]*\]", "", flat)) != flat:
        flat = shorter
    return [name.split("=")[0].strip().strip("`") for name in flat.split(",")]


def enums():
    """The number of cases by the enum's name with its module; enums without cases are namespaces and not listed."""
    found = {}
    for file in sorted(FOLDER.glob("*.txt")):
        declared, cases = set(), {}
        for row in file.read_text().splitlines():
            path, _, declaration = row.partition(": ")
            if ENUM.match(declaration):
                declared.add(path)
            elif case := CASE.match(declaration):
                cases.setdefault(path, []).extend(names(case[1]))
        found |= {f"{file.stem}.{path}": len(cases[path]) for path in sorted(declared & set(cases))}
    return found


def decisions():
    found = {}
    for number, line in enumerate(DECISIONS.read_text().splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        is_valid = len(words) == 2 and words[1] == "grows" or len(words) == 3 and words[1] == "frozen" and words[2].isdigit()
        if not is_valid or words[0] in found:
            sys.exit(f"API/enums:{number}: expected one line per enum, `NAME frozen CASES` or `NAME grows`, not: {line}")
        found[words[0]] = int(words[2]) if words[1] == "frozen" else None
    return found


def write(present, decided):
    head = [line for line in DECISIONS.read_text().splitlines() if line.startswith("#")]
    rows = [f"{name} " + ("grows" if decided[name] is None else f"frozen {count}") for name, count in present.items() if name in decided]
    DECISIONS.write_text("\n".join(head + rows) + "\n")


def main():
    present = enums()
    if "--write" in sys.argv:
        write(present, decisions())
    decided = decisions()
    breaches = []
    for name, count in present.items():
        if name not in decided:
            breaches.append(f"{name} is undecided. If it may get more cases, make it a struct with static members; "
                            f"if not, add to API/enums: {name} frozen {count}")
        elif decided[name] not in (None, count):
            breaches.append(f"{name} is frozen with {decided[name]} cases and has {count}. Applications that switch over it no longer "
                            "compile. If that is intended, run Scripts/enums.py --write, and say so in CHANGELOG.md")
    breaches += [f"{name} is in API/enums, but not a public enum with cases: remove it there" for name in decided if name not in present]
    growing = sum(name in present and count is None for name, count in decided.items())
    if growing > GROWING:
        breaches.append(f"{growing} enums grow, {GROWING} did: make the new one a struct with static members")
    elif growing < GROWING:
        breaches.append(f"{growing} enums grow, fewer than before: set GROWING in Scripts/enums.py to {growing}")
    if breaches:
        print("\n".join(breaches), file=sys.stderr)
        sys.exit("enums: the public enums differ from API/enums")


if __name__ == "__main__":
    main()
