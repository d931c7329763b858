# SPDX-License-Identifier: Apache-2.0
"""The check of the finished site."""

import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path


class Links(HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.repeated = [], set(), []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if attributes.get("id"):
            if attributes["id"] in self.anchors:
                self.repeated.append(attributes["id"])
            self.anchors.add(attributes["id"])
        for name in ("href", "src"):
            if attributes.get(name):
                self.links.append((tag, attributes[name]))


def check(output):
    """Every local link leads to a file and an anchor of the site, and nothing is loaded from elsewhere."""
    output = Path(output)
    pages = {}
    for file in output.rglob("*.html"):
        parser = Links()
        parser.feed(file.read_text(encoding="utf-8"))
        pages[file.relative_to(output).as_posix()] = parser
    faults, count = [], 0
    for name, parser in sorted(pages.items()):
        faults += [f"{name}: two elements have the id {anchor}" for anchor in parser.repeated]
        for tag, link in parser.links:
            count += 1
            if re.match(r"[a-z][a-z0-9+.\-]*:", link) or link.startswith("//"):
                if tag != "a":
                    faults.append(f"{name}: loads {link} from elsewhere")
                continue
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            if not (output / target).is_file():
                faults.append(f"{name}: {link} leads nowhere")
            elif anchor and target in pages and anchor not in pages[target].anchors:
                faults.append(f"{name}: {link}: the page has no such anchor")
    return faults, len(pages), count
