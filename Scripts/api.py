#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The public API of each library product, one declaration per line, in API/<Module>.txt.

Without an argument it compares the sources with those files and fails if they differ, so that an API change shows in the diff. It reads the
sources, not build products: that takes seconds, and works before the code compiles. Declarations that the compiler synthesizes (memberwise
initialisers, conformances of Observable types) are not included.
Usage: Scripts/api.py [--write]
"""
import difflib
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = "struct|class|enum|actor|protocol|extension|func|init|deinit|var|let|typealias|associatedtype|case|subscript|import|operator"
CONTAINERS = {"struct", "class", "enum", "actor", "protocol", "extension"}
HEAD = re.compile(r"(?:@\w+(?:\((?:[^()]|\([^()]*\))*\))?\s+|#\w+[^\n]*\n\s*|(?:public|open|package|internal|fileprivate|private|static|final|"
                  r"mutating|nonmutating|nonisolated|isolated|indirect|convenience|required|override|weak|unowned|lazy|dynamic|consuming|borrowing|"
                  r"prefix|postfix|infix|sending)(?:\([\w!?]+\))?\s+|class\s+(?=func|var|subscript))*"
                  r"(" + KINDS + r")\b")
DROPPED = re.compile(r"@(?:Observable|ObservationIgnored|usableFromInline|inlinable|inline\(\w+\)|preconcurrency)\s+|\b(?:public|open(?=\s+(?:func|var)))\s+")
GOES_ON = re.compile(r"\s*(?:where\b|->|throws\b|async\b|rethrows\b|[.:=&?,+|]|\{)")
HIDDEN = re.compile(r'//|/\*|#*"')
SHOWN = re.compile(r"[^\n]")
BRACKETS = {"{": re.compile(r"[{}]"), "(": re.compile(r"[()]"), "[": re.compile(r"[\[\]]")}
ENDS_OPEN = re.compile(r"(?:[,:=&(\[<+|.]|->|\bwhere|\bany|\bsome)\s*$")


def blanked(text):
    """The text at the same length, with comments and string contents replaced by spaces."""
    out, done, index, end = [], 0, 0, len(text)

    def blank(start, stop):
        nonlocal done
        out.append(text[done:start])
        out.append(SHOWN.sub(" ", text[start:stop]))
        done = stop

    while found := HIDDEN.search(text, index):
        index = found.start()
        raw = found if found.group().endswith('"') else None
        if text.startswith("//", index):
            stop = text.find("\n", index)
            stop = end if stop < 0 else stop
            blank(index, stop)
        elif text.startswith("/*", index):
            stop = text.find("*/", index)
            stop = end if stop < 0 else stop + 2
            blank(index, stop)
        elif raw:
            hashes = raw.group()[:-1]
            quote = '"""' if text.startswith('"""', index + len(hashes)) else '"'
            at, depth = index + len(hashes) + len(quote), 0
            while at < end:
                if text.startswith("\\" + hashes + "(", at):
                    depth, at = depth + 1, at + len(hashes) + 2
                elif depth and text[at] in "()":
                    depth, at = depth + (1 if text[at] == "(" else -1), at + 1
                elif not hashes and not depth and text[at] == "\\":
                    at += 2
                elif not depth and text.startswith(quote + hashes, at):
                    break
                else:
                    at += 1
            blank(index + len(hashes) + len(quote), min(at, end))
            stop = at + len(quote) + len(hashes)
        index = stop
    return "".join(out) + text[done:]


def closing(text, index):
    """The index of the bracket that closes the one at an index."""
    depth, opening = 0, text[index]
    for found in BRACKETS[opening].finditer(text, index):
        depth += 1 if found.group() == opening else -1
        if depth == 0:
            return found.start()
    return len(text) - 1


def signature_end(text, index, end):
    """The index where a declaration's signature ends: at its body, or at the end of its last line."""
    while index < end:
        character = text[index]
        if character in "([":
            index = closing(text, index) + 1
            continue
        if character in "{;}":
            return index
        if character == "\n" and not ENDS_OPEN.search(text[max(index - 40, 0):index]) and not GOES_ON.match(text[index:index + 200]):
            return index
        index += 1
    return end


def words(text):
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"(?<=[(\[]) | (?=[)\]])", "", text)


class Module:
    def __init__(self):
        self.types = {}
        self.lines = []

    def read(self, text):
        self.block(text, blanked(text), 0, len(text), None)

    def block(self, text, plain, index, end, outer):
        """- outer: path, kind, whether members are public by default, and a where clause that members depend on."""
        while index < end:
            if plain[index].isspace() or plain[index] in ";,}":
                index += 1
                continue
            head = HEAD.match(plain, index, end)
            if not head:
                # Neither a declaration nor its start: an expression, a directive, an unknown attribute.
                if plain[index] in "({[":
                    index = closing(plain, index) + 1
                elif plain[index] == "#":
                    line = plain.find("\n", index)
                    index = end if line < 0 else line
                else:
                    word = re.compile(r"@?\w+|.", re.S).match(plain, index)
                    index = word.end()
                continue
            index = self.declaration(text, plain, head, end, outer)

    def declaration(self, text, plain, head, end, outer):
        kind, start = head[1], head.start()
        stop = signature_end(plain, head.end(), end)
        # An immediately called closure has braces of its own.
        has_value = kind in ("let", "var") and re.search(r"[^=!<>]=[^=]", plain[head.end():stop])
        has_body = stop < end and plain[stop] == "{"
        after = closing(plain, stop) + 1 if has_body else stop
        said = re.sub(r"^(?:\s*#[^\n]*\n)+", "", text[start:stop])
        modifiers = plain[start:head.start(1)]
        is_public = bool(re.search(r"\b(public|open)\b(?!\()", modifiers)) or bool(
            outer and outer[2] and not re.search(r"\b(private|fileprivate|internal|package)\b(?!\()", modifiers))
        prefix = outer[0] + "." if outer else ""
        if kind in CONTAINERS:
            name = re.match(r"\s*([\w.]+)", plain[head.end():stop])
            if not name:
                return after
            path = name[1] if kind == "extension" else prefix + name[1]
            if kind == "extension" and outer is None:
                clause = re.search(r"\bwhere\b.*$", words(text[head.end():stop]))
                is_said = bool(re.search(r"\bpublic\b", modifiers))
                heirs = re.match(r"\s*[\w.]+\s*:\s*(.*)$", plain[head.end():stop], re.S)
                if heirs:
                    self.lines.append((path, words(self.kept(said)), path))
                inner = (path, kind, is_said, clause.group() if clause else "")
            else:
                self.types[path] = is_public
                if is_public:
                    self.note(start, kind, path, outer)
                    self.lines.append((path, self.kept(said), path))
                inner = (path, kind, is_public and kind == "protocol", outer[3] if outer else "")
                if kind == "enum":
                    inner = inner[:2] + ("cases" if is_public else False,) + inner[3:]
            if has_body:
                self.block(text, plain, stop + 1, after - 1, inner)
            return after
        if outer and outer[2] == "cases":
            is_public = bool(re.search(r"\bpublic\b(?!\()", modifiers)) or kind == "case"
        if kind == "import":
            if "@_exported" in text[start:stop]:
                self.lines.append(("", words(text[start:stop]), None))
            return after
        if is_public and kind != "deinit":
            self.note(start, kind, words(plain[head.start(1):stop]), outer)
            line = self.kept(said)
            if kind in ("var", "subscript") and has_body and not has_value:
                line += " " + self.accessors(text, plain, stop, after, outer)
            elif kind == "var" and has_value and has_body:
                line = words(line)
            if outer and outer[3]:
                line += f" [{outer[3]}]"
            self.lines.append((outer[0] if outer else "", line, outer[0] if outer else None))
        return after

    def note(self, start, kind, head, outer):
        """Called for each public declaration; Scripts/documented.py overrides it."""

    @staticmethod
    def kept(said): return words(DROPPED.sub("", said))

    @staticmethod
    def accessors(text, plain, stop, after, outer):
        body = plain[stop + 1:after - 1]
        if outer and outer[1] == "protocol":
            return words(text[stop:after])
        if re.match(r"\s*(didSet|willSet)\b", body):
            return "{ get set }"
        flat = re.sub(r"\{[^{}]*\}", "", body)
        while "{" in flat:
            shorter = re.sub(r"\{[^{}]*\}", "", flat)
            if shorter == flat:
                break
            flat = shorter
        is_settable = re.search(r"^\s*(?:@\w+\s+|nonmutating\s+|mutating\s+)*(?:set|_modify)\b(?:\s*\(\w+\))?\s*$", flat, re.M)
        return "{ get set }" if is_settable and re.match(r"\s*(?:@\w+\s+|mutating\s+)*(?:get|_read|set|_modify)\b", body) else "{ get }"

    def listed(self):
        """Members of non-public types are not part of the API, whatever their access level."""
        def is_seen(path):
            parts = path.split(".")
            return all(self.types.get(".".join(parts[:count]), True) for count in range(1, len(parts) + 1))

        rows = {f"{path}: {line}" if path else line for path, line, owner in self.lines if owner is None or is_seen(owner)}
        return sorted(rows, key=lambda row: (row.split(":")[0], row))


def modules():
    manifest = (ROOT / "Package.swift").read_text()
    paths = dict(re.findall(r'module\(\s*"(\w+)",\s*"(Sources/[^"]+)"', manifest))
    return {name: paths[name] for name in sorted(set(re.findall(r'library\("(\w+)"\)', manifest)))}


def interface(folder):
    module = Module()
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", f"{folder}/*.swift"]
    for name in sorted(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")):
        if name and (ROOT / name).is_file():
            module.read((ROOT / name).read_text())
    return module.listed()


def main():
    folder = ROOT / "API"
    found = modules()
    differences, wanted = [], set()
    for name, source in found.items():
        file = folder / f"{name}.txt"
        wanted.add(file.name)
        rows = interface(source)
        known = file.read_text().splitlines() if file.exists() else []
        if "--write" in sys.argv:
            folder.mkdir(exist_ok=True)
            file.write_text("".join(row + "\n" for row in rows))
        elif rows != known:
            changes = difflib.unified_diff(known, rows, lineterm="", n=0)
            differences += [f"{name} {row}" for row in changes if row[:1] in "+-" and row[:3] not in ("+++", "---")]
    for file in folder.glob("*.txt"):
        if file.name not in wanted:
            if "--write" in sys.argv:
                file.unlink()
            else:
                differences.append(f"{file.name}: there is no such product")
    if differences:
        print("\n".join(differences[:60]), file=sys.stderr)
        if len(differences) > 60:
            print(f"... and {len(differences) - 60} more", file=sys.stderr)
        sys.exit("api: the public interface differs from API/. If it is meant to, run Scripts/api.py --write and commit the change.")


if __name__ == "__main__":
    main()
