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
from html.parser import HTMLParser
from pathlib import Path

FRONT = "Documentation/index.md"
SITE = Path("Documentation/Site")
# Each has a page of its own; their members are sections of it.
TYPES = {"class", "struct", "enum", "protocol", "actor", "module", "extension", "typealias", "func", "var", "macro"}
# What the compiler adds to every type of a kind, such as != of Equatable.
LEFT_OUT = {"Default Implementations"}
LANGUAGE_WORDS = (
    "actor any as associatedtype async await break case catch class continue convenience default defer deinit do else enum extension false"
    " fileprivate final for func get guard if import in indirect init inout internal is isolated let mutating nil nonisolated open operator"
    " override package private protocol public repeat rethrows return self Self sending set some static struct subscript super switch throw"
    " throws true try typealias unowned var weak where while"
)
KEYWORDS = re.compile(r"\b(?:" + "|".join(LANGUAGE_WORDS.split()) + r")\b|[@#][A-Za-z]+")


def escape(text):
    return html.escape(text, quote=True)


def plain(markup):
    return html.unescape(re.sub(r"<[^>]+>", "", markup)).strip()


def slug(text):
    return re.sub(r"-+", "-", re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")).strip("-")


def highlighted(code, language):
    if language != "swift":
        return escape(code)
    pieces = []
    pattern = re.compile(r'(?P<comment>//[^\n]*)|(?P<string>"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*")|(?P<word>[@#A-Za-z_]\w*)|(?P<other>.|\n)')
    for match in pattern.finditer(code):
        text = escape(match[0])
        if match.lastgroup == "comment" or match.lastgroup == "string":
            text = f'<span class="{match.lastgroup}">{text}</span>'
        elif match.lastgroup == "word" and KEYWORDS.fullmatch(match[0]):
            text = f'<span class="keyword">{text}</span>'
        pieces.append(text)
    return "".join(pieces)


class Page:
    """A file of the site: its path, title, content and, for the search, kind and summary."""

    def __init__(self, path, title, kind, summary=""):
        self.path, self.title, self.kind, self.summary = path, title, kind, summary
        self.content = ""
        self.crumbs = []
        self.entries = []  # title, kind, anchor, summary: further entries of the search


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


class Reference:
    """The pages of the modules, from the JSON of DocC archives."""

    def __init__(self, site, archives):
        self.site, self.archives = site, archives
        self.nodes = {}  # DocC's address: node
        self.places = {}  # DocC's address: address in the site

    def load(self):
        modules = []
        for archive in sorted(self.archives.glob("*.doccarchive")):
            module = archive.stem
            modules.append(module)
            for file in sorted((archive / "data" / "documentation").rglob("*.json")):
                node = json.loads(file.read_text(encoding="utf-8"))
                self.nodes[self.key(node["identifier"]["url"])] = node
            for catalog in Path("Sources").glob(f"**/{module}.docc"):
                for article in catalog.glob("*.md"):
                    name = "index" if article.stem == module else article.stem
                    self.site.articles[str(article)] = f"reference/{module}/{name.lower()}.html"
        for key in sorted(self.nodes, key=len):
            self.place(key)
        for key, node in self.nodes.items():
            if self.is_page(node):
                self.write(key, node)
        return modules

    @staticmethod
    def key(url):
        return re.sub(r"^doc://[^/]*", "", url).lower()

    @staticmethod
    def is_page(node):
        metadata = node["metadata"]
        if node["kind"] == "article" or metadata.get("symbolKind") in {"module"}:
            return metadata.get("role") != "collectionGroup" or node["kind"] == "article" and not metadata.get("symbolKind")
        parents = [path for path in node.get("hierarchy", {}).get("paths", [[]])[0] if path]
        return metadata.get("symbolKind") in {"class", "struct", "enum", "protocol", "actor", "extension"} or len(parents) <= 1

    def place(self, key):
        """Sets the address of a node: a page, or an anchor in its parent's page."""
        if key in self.places:
            return self.places[key]
        node = self.nodes.get(key)
        if node is None:
            return None
        parts = key.split("/")[2:]
        module = self.module(node)
        if self.is_page(node) or len(parts) < 3:
            name = "index" if len(parts) == 1 else ".".join(parts[1:])
            address = f"reference/{module}/{self.safe(name)}.html"
        else:
            parent = key
            while True:
                parent = parent.rpartition("/")[0]
                if not parent or parent in self.nodes and self.is_page(self.nodes[parent]):
                    break
            owner = self.place(parent)
            if owner is None:
                return None
            address = f"{owner}#{self.safe(key[len(parent) + 1:])}"
        self.places[key] = address
        title = node["metadata"]["title"]
        if node["kind"] == "symbol" and node["metadata"].get("symbolKind") != "module":
            owners = [self.nodes[self.key(path)]["metadata"]["title"] for path in node.get("hierarchy", {}).get("paths", [[]])[0][1:]
                      if self.key(path) in self.nodes and self.nodes[self.key(path)]["kind"] == "symbol"]
            full = title if "." in title and self.is_page(node) else ".".join([o for o in owners[-1:]] + [title])
            for name in {full, re.sub(r"\(.*\)$", "", full)}:
                known = self.site.symbols.setdefault(name, [])
                if address not in known:
                    known.append(address)
        return address

    @staticmethod
    def safe(name):
        return re.sub(r"[^\w.\-]", lambda match: "_" if match[0] in "()/:" else f"_{ord(match[0]):x}", name)

    def module(self, node):
        url = node["identifier"]["url"]
        return re.sub(r"^doc://[^/]*/documentation/", "", url).split("/")[0]

    # Markup

    def inline(self, parts, node, page):
        return "".join(self.inline_part(part, node, page) for part in parts or [])

    def inline_part(self, part, node, page):
        kind = part["type"]
        if kind == "text":
            return escape(part["text"])
        if kind == "codeVoice":
            return self.site.code(part["code"], page, self.module(node))
        if kind in {"emphasis", "strong", "newTerm", "superscript", "subscript", "strikethrough"}:
            tag = {"emphasis": "em", "strong": "strong", "newTerm": "em", "superscript": "sup", "subscript": "sub", "strikethrough": "s"}[kind]
            return f"<{tag}>{self.inline(part['inlineContent'], node, page)}</{tag}>"
        if kind == "reference":
            return self.reference(part["identifier"], node, page, part.get("overridingTitle"))
        if kind == "link":
            return f'<a href="{escape(part["destination"])}">{escape(part.get("title") or part["destination"])}</a>'
        if kind == "image":
            return ""
        raise SystemExit(f"site: DocC's inline content of the type {kind} is unknown")

    def reference(self, identifier, node, page, title=None):
        reference = node["references"].get(identifier, {})
        if reference.get("type") == "link":
            return f'<a href="{escape(reference["url"])}">{escape(title or reference.get("title", ""))}</a>'
        text = title or reference.get("title") or identifier.rpartition("/")[2]
        address = self.places.get(self.key(identifier))
        markup = f"<code>{escape(text)}</code>" if reference.get("kind") == "symbol" else escape(text)
        if address is None:
            return markup
        return f'<a href="{escape(self.site.relative(address, page.path))}">{markup}</a>'

    def blocks(self, content, node, page, lower=0):
        return "".join(self.block(block, node, page, lower) for block in content or [])

    def block(self, block, node, page, lower):
        kind = block["type"]
        if kind == "heading":
            level = min(block["level"] + lower, 6)
            anchor = f' id="{escape(block["anchor"])}"' if not lower else ""
            return "" if block["text"] == "Overview" else f"<h{level}{anchor}>{escape(block['text'])}</h{level}>"
        if kind == "paragraph":
            return f"<p>{self.inline(block['inlineContent'], node, page)}</p>"
        if kind == "codeListing":
            return f'<pre class="code"><code>{highlighted(chr(10).join(block["code"]), block.get("syntax") or "")}</code></pre>'
        if kind in {"unorderedList", "orderedList"}:
            tag = "ul" if kind == "unorderedList" else "ol"
            return f"<{tag}>" + "".join(f"<li>{self.blocks(i['content'], node, page, lower)}</li>" for i in block["items"]) + f"</{tag}>"
        if kind == "aside":
            return f'<aside class="note"><strong>{escape(block.get("name") or "Note")}</strong>{self.blocks(block["content"], node, page, lower)}</aside>'
        if kind == "table":
            rows = []
            for index, row in enumerate(block["rows"]):
                tag = "th" if block.get("header") in {"row", "both"} and index == 0 else "td"
                rows.append("<tr>" + "".join(f"<{tag}>{self.blocks(cell, node, page, lower)}</{tag}>" for cell in row) + "</tr>")
            return f'<div class="table"><table>{"".join(rows)}</table></div>'
        if kind == "termList":
            rows = [f"<dt>{self.inline(i['term']['inlineContent'], node, page)}</dt><dd>{self.blocks(i['definition']['content'], node, page)}</dd>"
                    for i in block["items"]]
            return f"<dl>{''.join(rows)}</dl>"
        if kind == "thematicBreak":
            return "<hr>"
        raise SystemExit(f"site: DocC's content of the type {kind} is unknown")

    def declaration(self, node, page):
        markup = []
        for section in node.get("primaryContentSections", []):
            if section["kind"] != "declarations":
                continue
            for token in section["declarations"][0]["tokens"]:
                text = escape(token["text"])
                address = self.places.get(self.key(token["identifier"])) if token.get("identifier") else None
                if address and address.partition("#")[0] != page.path:
                    text = f'<a href="{escape(self.site.relative(address, page.path))}">{text}</a>'
                elif token["kind"] in {"keyword", "attribute"}:
                    text = f'<span class="keyword">{text}</span>'
                elif token["kind"] == "string":
                    text = f'<span class="string">{text}</span>'
                markup.append(text)
        return f'<pre class="declaration"><code>{"".join(markup)}</code></pre>' if markup else ""

    def body(self, node, page, lower=0):
        markup = ""
        for section in node.get("primaryContentSections", []):
            if section["kind"] == "content":
                content = section["content"]
                # The heading "Return Value" or "Discussion" of a member is its own text.
                markup += self.blocks([b for b in content if b.get("text") != "Discussion"], node, page, lower)
            elif section["kind"] == "parameters":
                rows = [f"<dt><code>{escape(p['name'])}</code></dt><dd>{self.blocks(p['content'], node, page)}</dd>" for p in section["parameters"]]
                markup += f"<dl>{''.join(rows)}</dl>"
        return markup

    def children(self, node):
        """The sections of a page's topics: a title and the addresses of what belongs there."""
        for section in node.get("topicSections", []):
            title = section.get("title") or "Topics"
            if title in LEFT_OUT:
                continue
            keys = []
            for identifier in section["identifiers"]:
                key = self.key(identifier)
                child = self.nodes.get(key)
                if child is None:
                    continue
                if child["metadata"].get("role") == "collectionGroup" and not self.is_page(child):
                    continue
                keys.append(key)
            if keys:
                yield title, keys

    def write(self, key, node):
        metadata = node["metadata"]
        address = self.places[key]
        kind = metadata.get("roleHeading") or metadata.get("symbolKind") or "article"
        is_module = key.count("/") == 2
        summary_parts = node.get("abstract") or []
        page = Page(address, metadata["title"], "module" if is_module else kind.lower())
        self.site.pages[address] = page
        self.pending = getattr(self, "pending", [])
        self.pending.append((key, node, page, summary_parts))
        page.summary = self.text(summary_parts, node)
        page.crumbs = [("Documentation", "index.html")]
        for path in node.get("hierarchy", {}).get("paths", [[]])[0]:
            parent = self.places.get(self.key(path))
            if parent and "#" not in parent:
                page.crumbs.append((self.nodes[self.key(path)]["metadata"]["title"], parent))

    def text(self, parts, node):
        pieces = []
        for part in parts or []:
            if part["type"] == "reference":
                pieces.append(part.get("overridingTitle") or node["references"].get(part["identifier"], {}).get("title", ""))
            else:
                pieces.append(part.get("text") or part.get("code") or self.text(part.get("inlineContent"), node))
        return "".join(pieces)

    def render(self):
        for key, node, page, summary in self.pending:
            metadata = node["metadata"]
            heading = metadata.get("roleHeading", "")
            markup = f'<p class="kind">{escape(heading)}</p>' if node["kind"] == "symbol" and heading else ""
            markup += f"<h1>{escape(metadata['title'])}</h1>"
            if summary:
                markup += f'<p class="summary">{self.inline(summary, node, page)}</p>'
            markup += self.declaration(node, page) + self.body(node, page)
            seen = set()
            for title, keys in self.children(node):
                members = [k for k in keys if "#" in (self.places.get(k) or "")]
                others = [k for k in keys if k not in members and self.places.get(k)]
                anchor = slug("topic " + title)
                number = 1
                while anchor in seen:
                    anchor, number = f"{anchor}-{number}", number + 1
                seen.add(anchor)
                markup += f'<h2 id="{anchor}">{escape(title)}</h2>'
                if others:
                    rows = []
                    for other in others:
                        child = self.nodes[other]
                        link = f'<a href="{escape(self.site.relative(self.places[other], page.path))}">{escape(child["metadata"]["title"])}</a>'
                        rows.append(f"<li>{link}<br>{self.inline(child.get('abstract'), child, page)}</li>")
                    markup += f'<ul class="topics">{"".join(rows)}</ul>'
                for member in members:
                    markup += self.member(member, page)
            for section in node.get("relationshipsSections", []):
                names = [self.reference(i, node, page) for i in section["identifiers"]]
                markup += f'<p class="relations">{escape(section["title"])}: {", ".join(names)}</p>'
            page.content = markup
        # What no topic lists is reachable by the search and by links.
        for key, address in self.places.items():
            path, _, anchor = address.partition("#")
            page = self.site.pages.get(path)
            if anchor and page and f'id="{anchor}"' not in page.content:
                if self.nodes[key]["metadata"].get("role") == "collectionGroup":
                    page.content += f'<span id="{escape(anchor)}"></span>'
                else:
                    page.content += self.member(key, page)

    def member(self, key, page):
        node = self.nodes[key]
        anchor = self.places[key].partition("#")[2]
        title = node["metadata"]["title"]
        summary = node.get("abstract") or []
        page.entries.append((f"{page.title}.{title}", "member", anchor, self.text(summary, node)))
        markup = f'<section class="member" id="{escape(anchor)}">{self.declaration(node, page)}'
        if summary:
            markup += f"<p>{self.inline(summary, node, page)}</p>"
        return markup + self.body(node, page, lower=2) + "</section>"


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


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: site.py ARCHIVES OUTPUT")
    os.chdir(Path(__file__).resolve().parent.parent)
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
