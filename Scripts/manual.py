#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual pages of the programs, from what they say of themselves: manual.py PROGRAMS OUTPUT

PROGRAMS is the folder of the built programs, OUTPUT gets NAME.1 or NAME.8 for each. Nothing is written by hand: the pages of
programs that use ArgumentParser come from --experimental-dump-help, that of the desktop app from its --help.
"""

import json
import os
import re
import subprocess
import sys

SERVICE = "windowbox-service"
PROGRAMS = {"windowbox": 1, "windowbox-ingest": 1, "windowbox-desktop": 1, SERVICE: 8}
# Options that every page has, or that make no sense in a manual page.
LEFT_OUT = {"help", "generate-completion-script"}


def said(program, *arguments):
    # Help is wrapped to the terminal; manual pages wrap their text themselves.
    environment = dict(os.environ, COLUMNS="1000", LC_ALL="C.UTF-8")
    result = subprocess.run([program, *arguments], capture_output=True, text=True, env=environment)
    if result.returncode != 0:
        sys.exit(f"manual: {program} {' '.join(arguments)} failed with {result.returncode}: {result.stderr.strip()[:400]}")
    return result.stdout


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")
    # groff reads a line that begins with a dot as a request.
    return re.sub(r"(?m)^\.", r"\\&.", text)


def paragraphs(text):
    """Blocks between empty lines; a block with indented lines keeps its lines."""
    lines = []
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        if re.search(r"(?m)^ {2,}\S", block):
            lines += [".PP", ".nf", escaped(block), ".fi"]
        else:
            lines += [".PP", escaped(block)]
    return lines


def names(argument):
    spelled = []
    for name in argument.get("names", []):
        dash = "--" if name["kind"] == "long" else "-"
        spelled.append(f"\\fB{escaped(dash + name['name'])}\\fR")
    value = f"\\fI{escaped(argument.get('valueName', ''))}\\fR"
    if argument["kind"] == "positional":
        return value + (" ..." if argument.get("isRepeating") else "")
    return ", ".join(spelled) + (f" {value}" if argument["kind"] == "option" else "")


def shown(arguments):
    kept = [a for a in arguments or [] if a.get("shouldDisplay", True)]
    return [a for a in kept if not any(n["name"] in LEFT_OUT | {"version"} for n in a.get("names", []))]


def synopsis(arguments):
    words = []
    for argument in sorted(shown(arguments), key=lambda a: a["kind"] != "positional"):
        if argument["kind"] != "positional" and argument.get("isOptional"):
            continue
        word = names(dict(argument, names=[argument["preferredName"]]) if argument.get("preferredName") else argument)
        words.append(f"[{word}]" if argument.get("isOptional") else word)
    optional = any(a["kind"] != "positional" and a.get("isOptional") for a in shown(arguments))
    return " ".join((["[\\fIoptions\\fR]"] if optional else []) + words)


def options(arguments):
    lines = []
    for argument in shown(arguments):
        text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")]))
        default = argument.get("defaultValue")
        values = argument.get("allValues")
        if values and not all(value in text for value in values):
            text += f" One of {', '.join(values)}."
        if default:
            text += f" Without it: {default}."
        lines += [".TP", names(argument), escaped(text)]
    return lines


def verbs(command, path):
    lines = []
    for verb in command.get("subcommands", []):
        if not verb.get("shouldDisplay", True) or verb["commandName"] in LEFT_OUT:
            continue
        here = path + [verb["commandName"]]
        nested = [v for v in verb.get("subcommands", []) if v["commandName"] not in LEFT_OUT]
        lines += [f".SS {escaped(' '.join(here))}", escaped(verb.get("abstract", ""))]
        if not nested:
            lines += [".PP", f"\\fB{escaped(' '.join(here))}\\fR {synopsis(verb.get('arguments'))}"]
        lines += paragraphs(verb["discussion"]) if verb.get("discussion") else []
        lines += options(verb.get("arguments"))
        lines += verbs(verb, here)
    return lines


def head(name, section, abstract, version):
    title = f'.TH {escaped(name.upper())} {section} "" "Windowbox {escaped(version)}" "Windowbox"'
    return ['.\\" SPDX-License-Identifier: Apache-2.0', title, ".SH NAME", f"{escaped(name)} \\- {escaped(abstract.rstrip('.'))}"]


def page_of_command(name, section, folder, version):
    command = json.loads(said(os.path.join(folder, name), "--experimental-dump-help"))["command"]
    spoken = command["commandName"]
    lines = head(name, section, command.get("abstract", ""), version)
    lines += [".SH SYNOPSIS"]
    subcommands = [v for v in command.get("subcommands", []) if v.get("shouldDisplay", True) and v["commandName"] not in LEFT_OUT]
    if subcommands and not command.get("defaultSubcommand"):
        lines += [f"\\fB{escaped(name)}\\fR \\fIverb\\fR [\\fIoptions\\fR]"]
    for verb in subcommands:
        if verb["commandName"] == command.get("defaultSubcommand"):
            lines += [f"\\fB{escaped(name)}\\fR {synopsis(verb.get('arguments'))}", ".br"]
        elif command.get("defaultSubcommand"):
            lines += [f"\\fB{escaped(name + ' ' + verb['commandName'])}\\fR {synopsis(verb.get('arguments'))}", ".br"]
    if not subcommands:
        lines += [f"\\fB{escaped(name)}\\fR {synopsis(command.get('arguments'))}"]
    lines += [".SH DESCRIPTION"]
    if spoken != name:
        lines += [f"\\fB{escaped(spoken)}\\fR is the same."]
    lines += paragraphs(command["discussion"]) if command.get("discussion") else [escaped(command.get("abstract", ""))]
    if shown(command.get("arguments")):
        lines += [".SH OPTIONS"] + options(command["arguments"])
    if subcommands:
        lines += [".SH VERBS"] + verbs(dict(command, subcommands=subcommands), [name])
    return lines


def page_of_help(name, section, folder, version):
    """Of a --help with a sentence, usage lines, groups of options that are indented by two, and paragraphs."""
    lines = []
    mode = None
    text = said(os.path.join(folder, name), "--help")
    blocks = re.split(r"\n[ \t]*\n", text.strip("\n"))
    lines += head(name, section, blocks[0], version)
    for block in blocks[1:]:
        rows = block.split("\n")
        if rows[0].startswith("usage:"):
            usage = [row.replace("usage:", "", 1).strip() for row in rows]
            lines += [".SH SYNOPSIS"] + [line for row in usage for line in (escaped(row), ".br")]
            lines += [".SH DESCRIPTION", escaped(blocks[0])]
            continue
        if any(row.startswith("  ") for row in rows):
            if mode != "options":
                lines += [".SH OPTIONS"]
                mode = "options"
            if not rows[0].startswith("  "):
                lines += [f".SS {escaped(rows[0])}"]
                rows = rows[1:]
            else:
                lines += [".SS Other"]
            for row in rows:
                match = re.match(r"  (-\S.*?)(?: {2,}(.*))?$", row)
                if match:
                    lines += [".TP", f"\\fB{escaped(match[1])}\\fR"] + ([escaped(match[2])] if match[2] else [])
                else:
                    lines += [escaped(row.strip())]
        elif rows[0].startswith("Exit status:"):
            lines += [".SH EXIT STATUS", escaped(block.split(":", 1)[1].strip())]
        else:
            lines += [".PP", escaped(block)]
    return lines


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: manual.py PROGRAMS OUTPUT")
    folder, output = sys.argv[1:]
    version = said(os.path.join(folder, "windowbox"), "--version").strip()
    os.makedirs(output, exist_ok=True)
    for name, section in PROGRAMS.items():
        page = page_of_help if name == "windowbox-desktop" else page_of_command
        lines = page(name, section, folder, version)
        others = [f"\\fB{escaped(other)}\\fR({number})" for other, number in PROGRAMS.items() if other != name]
        lines += [".SH SEE ALSO", ", ".join(others)]
        with open(os.path.join(output, f"{name}.{section}"), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


main()
