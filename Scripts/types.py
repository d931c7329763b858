#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures each Swift type of Sources together with all its extensions: its lines without documentation comments, and its stored properties.

Prints the ten largest. Fails for a type above the limits that is not a known exception, and for an exception that has grown.
Nested types are measured separately. Short types may have many properties: settings and messages are lists of fields.

Also fails for a name that two targets give to a type, so that a name means one thing: in the public API (API/*.txt) never, elsewhere
except for the known ones.
Usage: Scripts/types.py [--write]   (--write prints the current exceptions, to be pasted here when they have shrunk)
"""
import collections
import itertools
import pathlib
import re
import subprocess
import sys

MOST_LINES = 600
MOST_PROPERTIES = 15
# Up to this number of lines, the number of properties does not matter.
SHORT = 100
# Target, type: the maximum lines and stored properties of known exceptions.
EXCEPTIONS = {
    ("Formats/HLS", "PlaylistReader"): (1351, 17),
    ("Formats/AdMarkup", "AdMarkupReader"): (722, 6),
    ("Formats/HLS", "MediaPlaylist"): (313, 21),
    ("Service/Pages", "WatchPage"): (198, 16),
    ("Experience/Feed", "PlaybackReport"): (197, 19),
    ("Experience/FeedViews", "PlayerChrome"): (157, 17),
    ("Experience/Feed", "Feed"): (153, 17),
    ("Formats/AdMarkup", "VASTAd"): (146, 25),
    ("Service/Stitcher", "AdCandidate"): (126, 19),
    ("Experience/Feed", "PlayerViewConfiguration"): (103, 34),
}
# Names of types that several targets declare, none of them twice in the public API. May only become fewer.
SHARED_NAMES = {"Catalogue", "JSONValue", "Playlist", "VideoTrack"}
# Folders that are one target each; other targets are one level below.
PROGRAMS = {"Command", "Desktop", "Ingest", "Serve"}

DECLARATION = re.compile(r"\b(struct|class|actor|enum|extension|protocol)\s+([A-Za-z_][\w.]*)")
STORED = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*((?:[a-z]+(?:\([a-z]+\))?\s+)*)(let|var)\s+(`?[\w]+`?(?:\s*,\s*\w+)*|\([\w, ]+\))(.*)$")


def plain(text):
    """The same lines with comments and strings blanked."""
    out, index, end = [], 0, len(text)
    while index < end:
        two = text[index:index + 2]
        raw = re.match(r'#*"', text[index:index + 8])
        if two == "//":
            stop = text.find("\n", index)
            index = end if stop < 0 else stop
        elif two == "/*":
            stop = text.find("*/", index)
            stop = end if stop < 0 else stop + 2
            out.append("\n" * text.count("\n", index, stop))
            index = stop
        elif raw:
            hashes = raw.group()[:-1]
            long = text.startswith('"""', index + len(hashes))
            close = ('"""' if long else '"') + hashes
            at = index + len(hashes) + (3 if long else 1)
            depth = 0
            while at < end:
                if text.startswith("\\" + hashes + "(", at):
                    depth, at = depth + 1, at + len(hashes) + 2
                elif depth and text[at] == "(":
                    depth, at = depth + 1, at + 1
                elif depth and text[at] == ")":
                    depth, at = depth - 1, at + 1
                elif not hashes and not depth and text[at] == "\\":
                    at += 2
                elif not depth and text.startswith(close, at):
                    break
                elif not depth and not long and text[at] == "\n":
                    break
                else:
                    at += 1
            stop = min(end, at + len(close))
            out.append('""' + "\n" * text.count("\n", index, stop))
            index = stop
        else:
            out.append(text[index])
            index += 1
    return "".join(out)


def is_stored(modifiers, rest, following):
    """Whether a variable declaration is a stored property, judged by what follows its name."""
    if re.search(r"\b(static|class)\b", modifiers):
        return False
    brace, equals = rest.find("{"), re.search(r"(?<![=!<>])=(?!=)", rest)
    if brace < 0 or equals and equals.start() < brace:
        return True
    return bool(re.match(r"\s*(didSet|willSet)\b", rest[brace + 1:] or following))


def measure(path, target, types, names):
    text = path.read_text()
    lines = plain(text).split("\n")
    # How many lines up to each one count: documenting a type must not make it too long.
    counted = list(itertools.accumulate(not line.lstrip().startswith("///") for line in text.split("\n")))
    open_types, depth, waiting = [], 0, None
    for number, line in enumerate(lines):
        if open_types and depth == open_types[-1][1] and not waiting:
            found = STORED.match(line)
            following = lines[number + 1] if number + 1 < len(lines) else ""
            if found and open_types[-1][3] in ("struct", "class", "actor") and is_stored(found[1], found[4], following):
                types[target, open_types[-1][0]][1] += found[3].count(",") + 1
        found = DECLARATION.search(line)
        is_import = re.match(r"\s*(\w+ )?import\b", line)
        if found and not is_import and not (found[1] == "class" and found[2] in ("func", "var", "let")):
            outer = open_types[-1][0] + "." if open_types else ""
            waiting = (outer + found[2], found[1])
            if not open_types and depth == 0 and found[1] != "extension":
                names[found[2]].add(target if target.split("/")[0] not in PROGRAMS else target.split("/")[0])
        for character in line:
            if character == "{":
                depth += 1
                if waiting:
                    open_types.append((waiting[0], depth, number, waiting[1]))
                    waiting = None
            elif character == "}":
                depth -= 1
                if open_types and depth < open_types[-1][1]:
                    name, _, start, _ = open_types.pop()
                    size = counted[number] - counted[start] + 1
                    types[target, name][0] += size
                    if open_types:
                        types[target, open_types[-1][0]][0] -= size


def shared_names(names, root):
    """The failures about names that several targets or public modules declare."""
    shared = {name for name, targets in names.items() if len(targets) > 1}
    failures = [
        f"types: {name} is declared in {' and '.join(sorted(names[name]))}: give one of them another name"
        for name in sorted(shared - SHARED_NAMES)]
    failures += [
        f"types: {name} is declared once now: take it out of SHARED_NAMES in Scripts/types.py" for name in sorted(SHARED_NAMES - shared)]
    public = collections.defaultdict(set)
    for path in sorted((root / "API").glob("*.txt")):
        for found in re.finditer(r"^(\w+): (?:.* )?(?:struct|class|enum|actor|protocol) \1\b", path.read_text(), re.MULTILINE):
            public[found[1]].add(path.stem)
    if not public:
        sys.exit("types: no types in API/*.txt")
    return failures + [
        f"types: {name} is in the public API of {' and '.join(sorted(modules))}: give one of them another name"
        for name, modules in sorted(public.items()) if len(modules) > 1]


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    types, names = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(set)
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", "Sources/*.swift"]
    for name in subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\n"):
        path = root / name
        if name and path.is_file():
            measure(path, "/".join(name.split("/")[1:3]), types, names)
    if not types:
        sys.exit("types: no Swift files below Sources")
    order = sorted(types, key=lambda key: (-types[key][0], key))
    over = [key for key in order if types[key][0] > MOST_LINES or types[key][0] > SHORT and types[key][1] > MOST_PROPERTIES]
    if "--write" in sys.argv:
        for key in over:
            print(f'    ("{key[0]}", "{key[1]}"): ({types[key][0]}, {types[key][1]}),')
        return
    print("The ten largest types, with their extensions:")
    for key in order[:10]:
        print(f"{types[key][0]:6} lines {types[key][1]:3} stored properties  {key[1]} ({key[0]})")
    failures = []
    for key in over:
        lines, properties = types[key]
        if key not in EXCEPTIONS:
            limits = f"{MOST_LINES} lines and {MOST_PROPERTIES} stored properties are the limits"
        elif lines > EXCEPTIONS[key][0] or properties > EXCEPTIONS[key][1]:
            limits = f"it had {EXCEPTIONS[key][0]} and {EXCEPTIONS[key][1]}, and may only shrink"
        else:
            continue
        failures.append(
            f"types: {key[1]} ({key[0]}) has {lines} lines and {properties} stored properties; {limits}: "
            "give state that changes together to a value of its own")
    for key in EXCEPTIONS:
        if key not in over:
            failures.append(f"types: {key[1]} ({key[0]}) keeps to the limits now: take it out of EXCEPTIONS in Scripts/types.py")
    failures += shared_names(names, root)
    if failures:
        sys.exit("\n".join(failures))


main()
