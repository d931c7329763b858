// SPDX-License-Identifier: Apache-2.0

/// What all pages have in common: the document around what a page shows.
public struct PageFrame: Sendable {
    public var title: String
    public var language: PageLanguage
    /// One sentence for those who haven't opened it yet.
    public var summary = ""
    /// Further elements of the head, such as what is told to those who share it.
    public var head: [HTML] = []
    /// Names of style sheets besides the one of all pages.
    public var styles: [String] = []
    /// Names of modules that are run once the page is there.
    public var scripts: [String] = []
    /// Names of modules that those import, to be preloaded.
    public var imports: [String] = []
    /// JSON for those scripts, which find it in the element `page-data`.
    public var data: String?
    /// In front of the page's content, on every page alike.
    public var banner: HTML?
    public var main: HTML
    public var footer: HTML?
    /// Classes of the body.
    public var classes = ""

    public init(title: String, language: PageLanguage, main: HTML) {
        self.title = title
        self.language = language
        self.main = main
    }

    public var html: String {
        let data = data.map { HTML("<script type=\"application/json\" id=\"page-data\">") + HTML(script: $0) + "</script>" }
        let styles = (["base.css"] + styles).map { HTML("<link rel=\"stylesheet\" href=\"\(PageAsset.path($0))\">\n") }
        let scripts = scripts.map { HTML("<script type=\"module\" src=\"\(PageAsset.path($0))\"></script>\n") }
        let imports = imports.map { HTML("<link rel=\"modulepreload\" href=\"\(PageAsset.path($0))\">\n") }
        let summary = summary.isEmpty ? nil : HTML("<meta name=\"description\" content=\"\(summary)\">\n")
        let banner = banner.map { HTML("<header class=\"banner\">\($0)</header>\n") }
        let footer = footer.map { HTML("<footer class=\"footer\">\($0)</footer>\n") }
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="\(language.tag)" dir="\(language.direction)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" type="image/svg+xml" href="\(PageAsset.path("icon.svg"))">
            \(summary)\(head)\(styles)\(scripts)\(imports)</head>
            <body class="\(classes)">
            <a class="skip" href="#main">\(language.text(.skip))</a>
            \(Icon.sprite)
            \(banner)<main id="main" tabindex="-1">
            \(main)
            </main>
            \(footer)<div id="toasts" role="status" aria-live="polite"></div>
            \(data)
            </body>
            </html>

            """
        return page.description
    }
}

extension HTML {
    /// JSON in an element `script`, which ends where a browser sees the first `</script`.
    public init(script json: String) {
        self.init(
            stringInterpolation: {
                var markup = StringInterpolation(literalCapacity: json.utf8.count, interpolationCount: 0)
                markup.appendLiteral(
                    json.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
                        .replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029"))
                return markup
            }())
    }
}
