// SPDX-License-Identifier: Apache-2.0

/// The page at `/` of a service that has nothing to show there yet: what a visitor finds, and what its operator can do.
public struct SetupPage: Sendable {
    public var language: PageLanguage
    /// Whether a setting names an app that can't be shown.
    public var hasWrongApp: Bool

    public init(language: PageLanguage, hasWrongApp: Bool) {
        self.language = language
        self.hasWrongApp = hasWrongApp
    }

    /// Commands are the same in all languages, and read from left to right. An option stays in one line.
    private static func command(_ text: String, option: String = "") -> HTML {
        "<p dir=\"ltr\" class=\"command\"><code>\(text) <span class=\"option\">\(option)</span></code></p>"
    }

    public var html: String {
        let studio: HTML = "<p><a class=\"button\" href=\"/studio\" rel=\"nofollow\">Studio</a></p>"
        let first: [HTML] =
            hasWrongApp
            ? ["<li>\(language.text(.startWrongApp))\(Self.command("web-app = ID"))</li>"]
            : [
                "<li>\(language.text(.startClient))\(Self.command("windowbox-service add-client NAME", option: "--business ID"))</li>",
                "<li>\(language.text(.startApp))\(Self.command("windowbox-service add-app NAME", option: "--business ID"))</li>",
            ]
        var frame = PageFrame(
            title: "Windowbox", language: language,
            main: """
                <div class="notice">\(PageIcon.film.html)<h1>\(language.text(.startTitle))</h1><p>\(language.text(.startHint))</p></div>
                <section class="panel start" aria-labelledby="operator"><h2 id="operator">\(language.text(.startOperator))</h2>
                <ol>\(first)<li>\(language.text(.startStudio))\(studio)</li><li>\(language.text(.startReload))</li></ol></section>
                """)
        frame.head = ["<meta name=\"robots\" content=\"noindex\">\n"]
        return frame.html
    }
}
