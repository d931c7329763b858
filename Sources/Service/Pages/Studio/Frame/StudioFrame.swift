// SPDX-License-Identifier: Apache-2.0

/// The content of a Studio page.
public struct StudioPage: Sendable, Equatable {
    public var title: String
    var section: StudioSection?
    /// Actions for the page, next to the heading.
    var actions: HTML
    var body: HTML

    init(_ title: String, in section: StudioSection?, actions: HTML = "", body: HTML) {
        self.title = title
        self.section = section
        self.actions = actions
        self.body = body
    }
}

/// The frame of all Studio pages: navigation and the signed-in user.
public struct StudioFrame: Sendable {
    var client: String
    var business: String
    var scopes: Set<String>
    var token: String

    /// - Parameters:
    ///   - client: the name of the signed-in client.
    ///   - token: the session's token, for scripts.
    public init(client: String, business: String, scopes: Set<String>, token: String) {
        self.client = client
        self.business = business
        self.scopes = scopes
        self.token = token
    }

    public func page(_ page: StudioPage) -> HTML {
        let groups: [HTML] = StudioSection.groups.compactMap { group in
            let sections = group.sections.filter(mayOpen)
            guard !sections.isEmpty else { return nil }
            let items: [HTML] = sections.map { section in
                let current: HTML = section == page.section ? " aria-current=\"page\"" : ""
                return "<li><a href=\"\(section.path)\"\(current)>\(section.title)</a></li>"
            }
            let heading: HTML? = group.title.map { "<h2>\($0)</h2>" }
            return "\(heading)<ul>\(items)</ul>"
        }
        let navigation: HTML = """
            <nav aria-label="Studio">\(groups)</nav>
            <form class="person" method="post" action="/studio/sign-out">
            <p><a href="/studio/account"><bdi>\(client)</bdi></a><br><small><bdi>\(business)</bdi></small></p>
            <input type="hidden" name="token" value="\(token)">
            <button>Sign out</button>
            </form>
            """
        let body: HTML = """
            <a class="skip" href="#main">Skip to content</a>
            <header class="side">
            <a class="brand" href="/studio">\(Self.mark)<span>Windowbox <b>Studio</b></span></a>
            <button type="button" class="menu" aria-expanded="false" aria-controls="menu">Menu</button>
            <div id="menu">\(navigation)</div>
            </header>
            <main id="main" tabindex="-1">
            <div class="heading"><h1>\(page.title)</h1><div class="actions">\(page.actions)</div></div>
            <div id="said" role="status"></div>
            \(page.body)
            </main>
            <dialog id="ask" aria-labelledby="ask-text"><p id="ask-text"></p>
            <div class="row"><button type="button" value="yes" class="danger">Delete</button>
            <button type="button" value="no">Cancel</button></div></dialog>
            """
        return Self.document(title: page.title, token: token, body: body)
    }

    /// The icon of viewer pages.
    static var mark: HTML { "<img src=\"\(PageAsset.path("icon.svg"))\" alt=\"\" width=\"30\" height=\"30\">" }

    private func mayOpen(_ section: StudioSection) -> Bool {
        guard let scope = section.scope else { return true }
        return scopes.contains("\(scope):write") || (!section.changes && scopes.contains("\(scope):read"))
    }

    static func document(title: String, token: String? = nil, body: HTML) -> HTML {
        let meta: HTML? = token.map { "<meta name=\"studio-token\" content=\"\($0)\">" }
        let imports = PageAsset.imports(of: "studio.js").map { HTML("\n<link rel=\"modulepreload\" href=\"\(PageAsset.path($0))\">") }
        let script: HTML? = token == nil ? nil : "<script type=\"module\" src=\"\(PageAsset.path("studio.js"))\"></script>\(imports)"
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title) · Studio</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">\(meta)
            <link rel="icon" type="image/svg+xml" href="\(PageAsset.path("icon.svg"))">
            <link rel="stylesheet" href="\(PageAsset.path("studio.css"))">\(script)
            </head><body>
            \(body)
            </body></html>

            """
    }
}
