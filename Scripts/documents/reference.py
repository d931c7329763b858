# SPDX-License-Identifier: Apache-2.0
"""The pages of the modules, from the JSON of DocC archives."""

import json
import re
from pathlib import Path

from markup import Page, escape, highlighted, slug

# What the compiler adds to every type of a kind, such as != of Equatable.
LEFT_OUT = {"Default Implementations"}


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
            if key in self.places and self.is_page(node):
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
        if node is None or self.text(node.get("abstract"), node).startswith("Inherited from "):
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
            # Nested types and cases have their owner in the title.
            is_full = not owners or title.startswith(owners[-1] + ".")
            full = title if is_full else f"{owners[-1]}.{title}"
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
            return self.image(part["identifier"], node, page)
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

    def image(self, identifier, node, page):
        reference = node["references"][identifier]
        address = reference["variants"][0]["url"]
        file = next(self.archives.glob(f"*.doccarchive{address}"), None)
        if file is None:
            raise SystemExit(f"site: no archive has {address}, the picture of {page.title}")
        place = address.lstrip("/")
        self.site.files[str(file)] = place
        return f'<img src="{escape(self.site.relative(place, page.path))}" alt="{escape(reference.get("alt") or "")}">'

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
                if address is None and token["kind"] == "typeIdentifier":
                    # A type of another module.
                    address = self.site.symbol(token["text"], self.module(node))
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
        page.entries.append((title if title.startswith(page.title + ".") else f"{page.title}.{title}", "member", anchor, self.text(summary, node)))
        markup = f'<section class="member" id="{escape(anchor)}">{self.declaration(node, page)}'
        if summary:
            markup += f"<p>{self.inline(summary, node, page)}</p>"
        return markup + self.body(node, page, lower=2) + "</section>"
