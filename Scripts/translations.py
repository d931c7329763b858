#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keeps the translations in step with the source: PO files that the plugin EmbedAssets embeds at build time.

The templates of GTK and the app are collected from the calls translated("…"). Those of the feeds and the pages are written by hand: their
contexts are the names of phrases in the source. For each domain and language this prints how many messages are translated, missing (not
translated or fuzzy) and stale (no longer in the template). Missing messages are shown in English, stale ones never.

Fails if a template differs from the source, or if a text for users bypasses translated().
Usage: Scripts/translations.py [--write]   (--write updates the templates, and adds new messages to the PO files)
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Domain: the folder of its catalogues, and the folder of the source that the template is collected from.
DOMAINS = {
    "feed": ("Sources/Experience/Feed/Languages/Catalogues", None),
    "pages": ("Sources/Service/Pages/Languages/Catalogues", None),
    "gtk": ("Sources/Experience/GTK/Catalogues", "Sources/Experience/GTK"),
    "app": ("Sources/Desktop/Catalogues", "Sources/Desktop"),
}
TITLES = {"gtk": "Texts of the player's widgets", "app": "Texts of the app"}
STRING = r'"((?:[^"\\\n]|\\.)*)"'
# Where a literal is a text for users.
BYPASSES = re.compile(
    r"\b(?:Label|Button|ActionButton|Expander|CheckBox|SwitchRow|ChoiceRow|WidgetRow|PreferencesGroup|PlayerNotice|accessibleName|"
    r"accessibleValue|show|Group)\(\s*" + STRING + r"|\b(?:name|title|subtitle|description|heading|body|answer|placeholder|tooltip|"
    r"explanation|comments|button|page): " + STRING)
# Names, examples and icons.
NOT_WORDS = re.compile(r"Windowbox|https://…|Windowbox[A-Z]\w+|windowbox|[a-z]+(-[a-z]+)+|[^A-Za-z]*|(\\\(.*\)|[^A-Za-z])*")
# A debugging overlay, and a measurement with its report.
EXEMPT = {"BindingCounts.swift", "FeedRehearsal.swift"}


def unescaped(text):
    """The value of a Swift or PO string without its quotation marks."""
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def call(text, start):
    """The arguments of a call, from behind its opening parenthesis."""
    depth, at = 1, start
    while depth:
        string = re.compile(STRING).match(text, at)
        if string:
            at = string.end()
            continue
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return text[start:at - 1]


def collect(folder):
    """The messages of a source folder, by context and text: the plural, and the files."""
    messages, faults = {}, []
    for path in sorted((ROOT / folder).rglob("*.swift")):
        text = path.read_text()
        name = path.relative_to(ROOT)
        code = re.sub(r"^[ \t]*//.*$", "", text, flags=re.M)
        for found in re.finditer(r"(?<!func )\btranslated\(", code):
            line = code.count("\n", 0, found.start()) + 1
            arguments = call(code, found.end())
            first = re.match(r"\s*" + STRING, arguments)
            if not first or "\\(" in first[1]:
                faults.append(f"{name}:{line}: translated() needs a literal without interpolation; use {{placeholders}}")
                continue
            rest = arguments[first.end():]
            plural = re.match(r"\s*,\s*plural:\s*" + STRING, rest)
            context = re.search(r"\bcontext:\s*" + STRING, rest)
            key = (unescaped(context[1]) if context else None, unescaped(first[1]))
            old = messages.setdefault(key, {"plural": plural and unescaped(plural[1]), "files": []})
            if old["plural"] != (plural and unescaped(plural[1])):
                faults.append(f"{name}:{line}: “{key[1]}” has another plural than elsewhere; add a context")
            if path.name not in old["files"]:
                old["files"].append(path.name)
        for found in BYPASSES.finditer(code):
            literal = found[1] or found[2] or ""
            if path.name not in EXEMPT and not NOT_WORDS.fullmatch(literal):
                line = code.count("\n", 0, found.start()) + 1
                faults.append(f"{name}:{line}: “{literal}” is not translated; write translated(\"…\")")
    return messages, faults


def read(path):
    """The header of a PO file as text, and its messages by context and text. embed-assets checks the syntax more strictly."""
    header, messages = "", {}
    for block in re.split(r"\n\s*\n", path.read_text()):
        lines = [line for line in block.split("\n") if not line.startswith("#")]
        fields = {}
        for keyword, strings in re.findall(r"^(msg\w+(?:\[\d+\])?)((?:\s+" + STRING.replace("(", "(?:", 1) + r")+)", "\n".join(lines), re.M):
            fields[keyword] = "".join(unescaped(string) for string in re.findall(STRING, strings))
        if "msgid" not in fields:
            continue
        forms = [value for keyword, value in fields.items() if keyword.startswith("msgstr")]
        if not fields["msgid"] and "msgctxt" not in fields:
            header = forms[0]
            continue
        fuzzy = bool(re.search(r"^#,.*\bfuzzy\b", block, re.M))
        comments = [line for line in block.split("\n") if line.startswith("#") and not line.startswith("#:")]
        messages[fields.get("msgctxt"), fields["msgid"]] = {
            "plural": fields.get("msgid_plural"), "forms": forms, "fuzzy": fuzzy, "comments": comments}
    return header, messages


def written(comments, header, messages):
    """A PO file as text."""
    lines = comments + ['msgid ""', 'msgstr ""'] + [quoted(field + "\n") for field in header.split("\n") if field]
    for (context, text), message in messages.items():
        lines += [""] + message.get("comments", [])
        if message.get("files"):
            lines.append("#: " + " ".join(message["files"]))
        lines += [f"msgctxt {quoted(context)}"] if context is not None else []
        lines.append(f"msgid {quoted(text)}")
        if message["plural"] is None:
            lines.append(f"msgstr {quoted(message['forms'][0])}")
        else:
            lines.append(f"msgid_plural {quoted(message['plural'])}")
            lines += [f"msgstr[{number}] {quoted(form)}" for number, form in enumerate(message["forms"])]
    return "\n".join(lines) + "\n"


ENGLISH = (
    "Project-Id-Version: Windowbox\nLanguage: en\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\n")


def template(domain, messages):
    for message in messages.values():
        message["forms"] = [""] * (1 if message["plural"] is None else 2)
    comments = ["# SPDX-License-Identifier: Apache-2.0", f"# {TITLES[domain]}, in English: collected by Scripts/translations.py."]
    return written(comments, ENGLISH, messages)


def update(path, wanted):
    """Brings a PO file into the order of the template; stale messages stay at its end until a translator has used them."""
    text = path.read_text()
    header, messages = read(path)
    comments = re.match(r"(?:#.*\n)*", text)[0].rstrip("\n").split("\n")
    count = int(re.search(r"nplurals\s*=\s*(\d+)", header)[1])
    merged = {}
    for key, message in wanted.items():
        old = messages.pop(key, None)
        if old and old["plural"] != message["plural"]:
            old["plural"], old["forms"] = message["plural"], (old["forms"] + [""] * count)[:1 if message["plural"] is None else count]
            old["comments"] = ["#, fuzzy"]
        merged[key] = old or {"plural": message["plural"], "forms": [""] * (1 if message["plural"] is None else count)}
    path.write_text(written(comments, header, merged | messages))


def main():
    writes, faults = "--write" in sys.argv, []
    for domain, (folder, source) in DOMAINS.items():
        folder = ROOT / folder
        pot = folder / f"{domain}.pot"
        if source:
            messages, found = collect(source)
            faults += found
            text = template(domain, messages)
            if writes:
                folder.mkdir(exist_ok=True)
                pot.write_text(text)
            elif not pot.exists() or pot.read_text() != text:
                faults.append(f"{pot.relative_to(ROOT)} differs from the source: run Scripts/translations.py --write and commit the change")
        wanted = read(pot)[1] if pot.exists() else {}
        for path in sorted(folder.glob("*.po")):
            if writes:
                update(path, wanted)
            messages = read(path)[1]
            done = sum(
                1 for key, message in wanted.items()
                if key in messages and not messages[key]["fuzzy"] and messages[key]["plural"] == message["plural"]
                and all(messages[key]["forms"]))
            stale = [text for context, text in messages if (context, text) not in wanted]
            print(f"{domain:5} {path.stem}: {done} translated, {len(wanted) - done} missing, {len(stale)} stale")
    if faults:
        sys.exit("\n".join(f"translations: {fault}" for fault in faults))


main()
