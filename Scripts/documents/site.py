#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the documentation site: site.py ARCHIVES OUTPUT

ARCHIVES is a folder of DocC archives (Scripts/docs.sh). The site has the pages that Documentation/index.md links to, the other Markdown files
of the repository that those pages link to, and the reference of each archive's module. It is a folder of files that need neither a network
nor a server: every link is relative, and the search works in `file:` addresses too. A broken link or anchor is an error.
"""

import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

from links import check
from markup import Page, escape, highlighted, plain, slug
from reference import Reference

FRONT = "Documentation/index.md"
SITE = Path("Documentation/Site")


class Site:
    def __init__(self, archives, output):
        self.output = Path(output)
        self.pages = {}
        self.markdown = {}  # path in the repository: path in the site
        self.files = {}  # path in the repository: path in the site
        self.symbols = {}  # what code calls it, as Player.volume: addresses in the site
        self.articles = {}  # path of the article's Markdown: address in the site
        self.reference = Reference(self, Path(archives))
        self.modules = self.reference.load()

    # Addresses

    def relative(self, address, start):
        """An address of the site as a link on the page `start`."""
        path, _, anchor = address.partition("#")
        if path == start:
            return f"#{anchor}" if anchor else posixpath.basename(path)
        link = posixpath.relpath(path, posixpath.dirname(start) or ".")
        return link + (f"#{anchor}" if anchor else "")

    def symbol(self, code, module=None):
        """The address of what `code` names; nil if nothing or several things have this name."""
        name = re.sub(r"\(.*\)$", "", code.strip().replace("/", "."))
        if not re.fullmatch(r"[A-Z]\w*(\.\w+)*", name):
            return None
        found = self.symbols.get(code.strip().replace("/", ".")) or self.symbols.get(name) or []
        own = [address for address in found if module and address.startswith(f"reference/{module}/")]
        found = own or found
        return found[0] if len({address.partition("#")[0] for address in found}) == 1 else None

    # Markdown of the repository

    def add_markdown(self, path):
        if path in self.markdown:
            return self.markdown[path]
        if path in self.articles:
            return self.articles[path]
        place = "index.html" if path == FRONT else re.sub(r"\.md$", ".html", re.sub(r"^Documentation/", "", path)).lower()
        self.markdown[path] = place
        text = Path(path).read_text(encoding="utf-8")
        text = re.sub(r"(?m)^<!-- (given|given below|SPDX)[^\n]*-->\n", "", text)
        command = ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "tasklist"]
        markup = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
        title = re.search(r"<h1>(.*?)</h1>", markup, re.S)
        page = Page(place, plain(title[1]) if title else path, "guide")
        first = re.search(r"<p>(?!<img)(.*?)</p>", markup, re.S)
        page.summary = plain(first[1])[:200] if first else ""
        self.pages[place] = page
        page.content = self.rewritten(markup, path, page)
        return place

    def rewritten(self, markup, source, page):
        used = set()

        def heading(match):
            level, text = match[1], match[2]
            anchor = base = slug(plain(text)) or "section"
            number = 1
            while anchor in used:
                anchor, number = f"{base}-{number}", number + 1
            used.add(anchor)
            if level in "23":
                page.entries.append((plain(text), "section", anchor, ""))
            return f'<h{level} id="{anchor}">{text}</h{level}>'

        def link(match):
            attribute, address = match[1], html.unescape(match[2])
            return f'{attribute}="{escape(self.link_from(source, address, page))}"'

        def code(match):
            language, text = match[1] or "", html.unescape(match[2])
            return f'<pre class="code"><code>{highlighted(text.rstrip(chr(10)), language)}</code></pre>'

        blocks = re.split(r"(<pre(?: lang=\"\w+\")?><code(?: class=\"language-\w+\")?>.*?</code></pre>)", markup, flags=re.S)
        for index, block in enumerate(blocks):
            if block.startswith("<pre"):
                blocks[index] = re.sub(
                    r'<pre(?: lang="(\w+)")?><code(?: class="language-\w+")?>(.*)</code></pre>', code, block, flags=re.S)
                continue
            block = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, block, flags=re.S)
            block = re.sub(r'\b(href|src)="([^"]*)"', link, block)
            blocks[index] = re.sub(r"(<a [^>]*>.*?</a>)|<code>([^<]*)</code>", lambda m: m[1] or self.code(html.unescape(m[2]), page), block)
        return "".join(blocks).replace("<table>", '<div class="table"><table>').replace("</table>", "</table></div>")

    def code(self, text, page, module=None):
        address = self.symbol(text, module)
        markup = f"<code>{escape(text)}</code>"
        return f'<a href="{escape(self.relative(address, page.path))}">{markup}</a>' if address and address != page.path else markup

    def link_from(self, source, address, page):
        if re.match(r"[a-z]+:", address) or address.startswith("#"):
            return address
        path, _, anchor = address.partition("#")
        if path.startswith("reference/"):
            return self.relative(address, page.path)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if not os.path.exists(target):
            raise SystemExit(f"site: {source} links to {address}, which does not exist")
        if target.endswith(".md"):
            place = self.add_markdown(target)
        else:
            place = self.add_file(target)
        return self.relative(place + (f"#{anchor}" if anchor else ""), page.path)

    def add_file(self, path):
        """A picture as it is; any other file of the repository, or a folder, as a page."""
        if path in self.files:
            return self.files[path]
        if path.endswith((".png", ".svg", ".jpg")):
            self.files[path] = "images/" + posixpath.basename(path)
            return self.files[path]
        place = f"files/{path}.html"
        self.files[path] = place
        page = self.pages[place] = Page(place, path, "file")
        if os.path.isdir(path):
            tracked = subprocess.run(["git", "ls-files", "--", path], capture_output=True, text=True, check=True).stdout.split("\n")
            links = [f'<li><a href="{escape(self.relative(self.add_file(f), place))}">{escape(f)}</a></li>' for f in tracked if f]
            page.content = f"<h1>{escape(path)}</h1><ul>{''.join(links)}</ul>"
        else:
            text = Path(path).read_text(encoding="utf-8", errors="replace")
            language = "swift" if path.endswith(".swift") else ""
            page.content = f'<h1>{escape(path)}</h1><pre class="code"><code>{highlighted(text, language)}</code></pre>'
        return place

    # Output

    def navigation(self, page):
        sections = []
        for title, links in self.sections:
            rows = []
            for text, place in links:
                current = ' aria-current="page"' if place == page.path else ""
                rows.append(f'<li><a href="{escape(self.relative(place, page.path))}"{current}>{escape(text)}</a></li>')
            is_open = " open" if title != "Reference" or page.path.startswith("reference/") else ""
            sections.append(f"<details{is_open}><summary>{escape(title)}</summary><ul>{''.join(rows)}</ul></details>")
        return "".join(sections)

    def write(self):
        self.add_markdown(FRONT)
        front = self.pages["index.html"].content
        self.sections = []
        for title, body in re.findall(r"<h2[^>]*>(.*?)</h2>(.*?)(?=<h2|\Z)", front, re.S):
            links = re.findall(r'<li><a href="([^"]+\.html)">(.*?)</a>', body)
            if links:
                self.sections.append((plain(title), [(plain(text), html.unescape(place)) for place, text in links]))
        self.sections.append(("Reference", [(module, f"reference/{module}/index.html") for module in self.modules]))
        reference = ['<h2 id="reference">Reference</h2><ul class="modules">']
        for module in self.modules:
            page = self.pages[f"reference/{module}/index.html"]
            reference.append(f'<li><a href="{page.path}">{module}</a>: {escape(page.summary)}</li>')
        self.pages["index.html"].content = front + "".join(reference) + "</ul>"

        if self.output.exists():
            shutil.rmtree(self.output)
        self.output.mkdir(parents=True)
        template = (SITE / "page.html").read_text(encoding="utf-8")
        for page in self.pages.values():
            root = posixpath.relpath(".", posixpath.dirname(page.path) or ".") + "/"
            crumbs = "".join(
                f'<a href="{escape(self.relative(place, page.path))}">{escape(title)}</a> <span aria-hidden="true">›</span> '
                for title, place in page.crumbs)
            values = {
                "root": root, "title": escape(page.title), "navigation": self.navigation(page), "content": page.content,
                "crumbs": f'<nav class="crumbs" aria-label="Path">{crumbs}</nav>' if crumbs else "",
            }
            place = self.output / page.path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], template), encoding="utf-8")
        for source, place in self.files.items():
            if not place.endswith(".html"):
                (self.output / place).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, self.output / place)
        for name in ("style.css", "search.js"):
            shutil.copyfile(SITE / name, self.output / name)
        index = []
        for page in self.pages.values():
            if page.kind == "file":
                continue
            index.append([page.title, page.kind, page.path, page.summary])
            index += [[title, kind, f"{page.path}#{anchor}", summary or page.title] for title, kind, anchor, summary in page.entries]
        lines = ",\n".join(json.dumps(entry, ensure_ascii=False, separators=(",", ":")) for entry in index)
        (self.output / "search-index.js").write_text(f"const searchIndex = [\n{lines}\n];\n", encoding="utf-8")
        return len(index)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: site.py ARCHIVES OUTPUT")
    os.chdir(Path(__file__).resolve().parent.parent.parent)
    archives, output = sys.argv[1:]
    site = Site(archives, output)
    site.reference.render()
    entries = site.write()
    faults, pages, links = check(output)
    for fault in faults[:50]:
        print(f"site: {fault}", file=sys.stderr)
    if faults:
        sys.exit(f"site: {len(faults)} faults")
    print(f"site: {pages} pages, {links} links and {entries} search entries in {output}")


main()
