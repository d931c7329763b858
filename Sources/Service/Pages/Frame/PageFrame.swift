// SPDX-License-Identifier: Apache-2.0

/// The HTML document around the content of every page.
public struct PageFrame: Sendable {
    public var title: String
    public var language: PageLanguage
    /// A one-sentence description for search engines and previews.
    public var summary = ""
    /// Additional elements of the head, such as sharing metadata.
    public var head: [HTML] = []
    /// Names of style sheets besides the common one.
    public var styles: [String] = []
    /// Names of modules to run once the page has loaded.
    public var scripts: [String] = []
    /// Names of modules that those import, to be preloaded.
    public var imports: [String] = []
    /// JSON for the scripts, in the element `page-data`.
    public var data: String?
    /// Precedes the content on every page.
    public var banner: HTML?
    public var main: HTML
    public var footer: HTML?
    /// CSS classes of the body.
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
            \(PageIcon.sprite)
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
    /// JSON in a `script` element, escaped so that it can't end the element.
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
