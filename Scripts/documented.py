#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the public declarations without a documentation comment, for each module whose declarations an application can name.

Counted are types, members, protocol requirements and enum cases, as in API/ (Scripts/api.py). No comment of its own needs
- what satisfies a requirement that has one: a default in an extension of the protocol, a member of a type that names the protocol, an
  override, and what the standard library's protocols require;
- an initialiser without parameters, or one whose parameters all have the names of documented properties.
Cases on one line share a comment. An ordinary comment between a documentation comment and its declaration hides it, as in the compiler.

Usage: Scripts/documented.py            (the count of each module)
       Scripts/documented.py MODULE…    (the undocumented declarations of these modules)
       Scripts/documented.py --check    (fails for a module with more of them than ALLOWED says; for Scripts/rules.sh)
"""
import collections
import functools
import re
import sys

import api

Declaration = collections.namedtuple("Declaration", "file line kind head name owner owner_kind is_override")

# Module: the number of its undocumented declarations, which may only fall. Modules that are not named may have none.
ALLOWED = {"WindowboxContract": 0, "WindowboxTransport": 28}
# Modules that aren't products, but whose types are in the signatures of products.
ALSO = {"WindowboxContract": "Sources/Formats/Contract"}

# What the standard library's protocols require, by the words in an inheritance clause.
STANDARD = {
    "Actor": {"unownedExecutor"},
    "Equatable": {"==(_,_)"},
    "Comparable": {"<(_,_)"},
    "Hashable": {"==(_,_)", "hash(into)"},
    "Identifiable": {"id", "ID"},
    "Encodable": {"encode(to)"},
    "Decodable": {"init(from)"},
    "Codable": {"encode(to)", "init(from)"},
    "CodingKey": {"stringValue", "intValue", "init(stringValue)", "init(intValue)"},
    "CustomStringConvertible": {"description"},
    "CustomDebugStringConvertible": {"debugDescription"},
    "LosslessStringConvertible": {"description", "init(_)"},
    "LocalizedError": {"errorDescription", "failureReason", "recoverySuggestion"},
    "RawRepresentable": {"rawValue", "init(rawValue)"},
    "OptionSet": {"rawValue", "init(rawValue)"},
    "CaseIterable": {"allCases"},
    "ExpressibleByStringLiteral": {"init(stringLiteral)"},
    "ExpressibleByStringInterpolation": {"init(stringLiteral)", "init(stringInterpolation)"},
    "ExpressibleByIntegerLiteral": {"init(integerLiteral)"},
    "ExpressibleByFloatLiteral": {"init(floatLiteral)"},
    "ExpressibleByBooleanLiteral": {"init(booleanLiteral)"},
    "ExpressibleByArrayLiteral": {"init(arrayLiteral)"},
    "ExpressibleByDictionaryLiteral": {"init(dictionaryLiteral)"},
    "IteratorProtocol": {"next()", "Element"},
    "AsyncIteratorProtocol": {"next()", "next(isolation)", "Element", "Failure"},
    "Sequence": {"makeIterator()", "Element", "Iterator", "underestimatedCount"},
    "AsyncSequence": {"makeAsyncIterator()", "Element", "AsyncIterator", "Failure"},
    "AdditiveArithmetic": {"zero", "+(_,_)", "-(_,_)", "+=(_,_)", "-=(_,_)"},
    "Clock": {"now", "minimumResolution", "sleep(until,tolerance)", "Duration", "Instant"},
    "resultBuilder": {
        "buildExpression(_)", "buildBlock(_)", "buildOptional(_)", "buildEither(first)", "buildEither(second)", "buildArray(_)"},
    "InstantProtocol": {"advanced(by)", "duration(to)", "<(_,_)", "Duration"},
}
COLLECTION = {
    "startIndex", "endIndex", "index(after)", "index(before)", "subscript(_)", "count", "Index", "Element", "replaceSubrange(_,with)",
    "init()"}
STANDARD |= {name: COLLECTION for name in (
    "Collection", "BidirectionalCollection", "RandomAccessCollection", "MutableCollection", "RangeReplaceableCollection")}
STANDARD["Hashable"] |= STANDARD["Equatable"]
STANDARD["Comparable"] |= STANDARD["Equatable"]


def parameters(text):
    """The label and the name of each parameter in a list that starts the text."""
    inside, found, depth, start = text[1:api.closing(text, 0)], [], 0, 0
    for index, character in enumerate(inside + ","):
        depth += (character in "([{<") - (character in ")]}" or character == ">" and inside[index - 1:index] != "-")
        if character == "," and depth == 0:
            named = re.match(r"\s*(?:@\w+\s+)*`?(\w+)`?(?:\s+(\w+))?\s*:", inside[start:index])
            found += [(named[1], named[2] or named[1])] if named else []
            start = index + 1
    return found


def full_name(kind, head):
    """A declaration's name with its argument labels: seek(to,after)."""
    named = re.match(r"(?:func|var|let|typealias|associatedtype|case)\s+(`?\w+`?|[^\s\w(]+)", head)
    name = named[1].strip("`") if named else kind
    if kind not in ("func", "init", "subscript"):
        return name
    labels = [label for label, _ in parameters(head[head.find("("):])]
    if kind == "subscript" or not (name[0].isalpha() or name[0] == "_"):
        labels = ["_"] * len(labels)
    return f"{name}({','.join(labels)})"


@functools.cache
def lines_of(file):
    return file.read_text().split("\n")


def is_documented(declaration):
    """Whether a comment ends above the declaration; it starts with its attributes."""
    lines, above = lines_of(declaration.file), declaration.line - 2
    while above >= 0 and re.match(r"\s*(?:@\w+(?:\(.*\))?\s*$|#if\b)", lines[above]):
        above -= 1
    return above >= 0 and lines[above].lstrip().startswith("///")


class Source(api.Module):
    """The public declarations of a module, with their places and names."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.file = self.text = None

    def read_file(self, path):
        self.file, self.text = path, path.read_text()
        self.read(self.text)

    def note(self, start, kind, head, outer):
        start += len(re.match(r"(?:#\w+[^\n]*\n\s*)*", self.text[start:]).group())
        is_override = re.match(r"(?:@\w+(?:\([^)]*\))?\s+|\w+\s+)*override\b", self.text[start:start + 200]) is not None
        name = head if kind in api.CONTAINERS else full_name(kind, head)
        owner, owner_kind = outer[:2] if outer else (None, None)
        self.found.append(Declaration(self.file, self.text.count("\n", 0, start) + 1, kind, head, name, owner, owner_kind, is_override))

    def inheritance(self):
        """Pairs of a type and what it or an extension of it names as conformances."""
        for path, line, _ in self.lines:
            named = re.match(r"(?:@\w+(?:\([^)]*\))? |\w+ )*(?:struct|class|enum|actor|protocol|extension) ([\w.]+)", line)
            if named and (named[1] == path or path.endswith("." + named[1])):
                if line.startswith("@resultBuilder"):
                    yield path, "resultBuilder"
                clause = re.match(r"(?:<[^{]*?>)?: *(.*?)(?: where\b|$)", line[named.end():])
                for heir in re.split(r"[,&]", clause[1] if clause else ""):
                    yield path, re.sub(r"@\w+ |<.*", "", heir).strip().split(".")[-1]


def requirements(sources):
    """What each protocol requires, by its name, with what its ancestors require."""
    required, parents = collections.defaultdict(set), collections.defaultdict(set)
    for source in sources:
        protocols = set()
        for declaration in source.found:
            if declaration.kind == "protocol":
                protocols.add(declaration.name)
            elif declaration.owner_kind == "protocol" and declaration.kind not in api.CONTAINERS:
                required[declaration.owner.split(".")[-1]].add(declaration.name)
        for path, heir in source.inheritance():
            if path in protocols:
                parents[path.split(".")[-1]].add(heir)
    for name, names in STANDARD.items():
        required[name] |= names

    def all_of(name, visited):
        if name in visited:
            return set()
        return set(required.get(name, ())).union(*(all_of(parent, visited | {name}) for parent in parents.get(name, ())))

    return {name: all_of(name, set()) for name in {*required, *parents}}


def undocumented(source, required, heirs):
    """The declarations of a module without a comment, and the number of all that need one."""
    seen = {path: all(source.types.get(".".join(path.split(".")[:count]), True) for count in range(1, path.count(".") + 2))
            for path in {declaration.owner for declaration in source.found if declaration.owner}}

    def is_witness(declaration):
        if declaration.kind in api.CONTAINERS or declaration.owner_kind == "protocol" or not declaration.owner:
            return False
        protocols = {"Actor", declaration.owner.split(".")[-1], *heirs[declaration.owner]}
        return any(declaration.name in required.get(name, ()) for name in protocols)

    missing, total, explained = [], 0, collections.defaultdict(set)
    for declaration in source.found:
        if declaration.kind in ("var", "let") and (is_documented(declaration) or is_witness(declaration)):
            explained[declaration.owner].add(declaration.name)
    for declaration in source.found:
        owner = declaration.owner
        if declaration.is_override or owner and not seen[owner] or is_witness(declaration):
            continue
        if declaration.kind == "init" and not declaration.head.startswith("init?"):
            if all(name in explained[owner] for _, name in parameters(declaration.head[declaration.head.find("("):])):
                continue
        total += 1
        if not is_documented(declaration):
            missing.append(declaration)
    return missing, total


def main():
    sources = {}
    for name, folder in sorted({**api.modules(), **ALSO}.items()):
        sources[name] = Source()
        for path in sorted((api.ROOT / folder).rglob("*.swift")):
            sources[name].read_file(path)
    required, heirs = requirements(sources.values()), collections.defaultdict(set)
    for source in sources.values():
        for path, heir in source.inheritance():
            heirs[path].add(heir)
    failures, counted, lacking = [], 0, 0
    wanted = [argument for argument in sys.argv[1:] if argument != "--check"]
    for name, source in sources.items():
        missing, total = undocumented(source, required, heirs)
        counted, lacking, allowed = counted + total, lacking + len(missing), ALLOWED.get(name, 0)
        if name in wanted:
            for declaration in missing:
                said = lines_of(declaration.file)[declaration.line - 1].strip()
                print(f"{declaration.file.relative_to(api.ROOT)}:{declaration.line}: {said}")
        elif not wanted and "--check" not in sys.argv:
            print(f"{len(missing):5} of {total:5}  {name}")
        if len(missing) > allowed:
            failures.append(
                f"documented: {name} has {len(missing)} public declarations without a documentation comment, {allowed} are allowed: "
                f"Scripts/documented.py {name} lists them")
    if "--check" in sys.argv:
        if failures:
            sys.exit("\n".join(failures))
    elif not wanted:
        print(f"{lacking:5} of {counted:5}  together; {100 * (counted - lacking) / max(counted, 1):.1f} % have a comment")


main()
