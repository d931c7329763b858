# SPDX-License-Identifier: Apache-2.0
"""What pages are made of: escaped and highlighted text, anchors, and the page itself."""

import html
import re

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
