// SPDX-License-Identifier: Apache-2.0

import WindowboxContract

/// The page for status 404.
public struct NotFoundPage: Sendable {
    public var language: PageLanguage

    public init(language: PageLanguage) { self.language = language }

    public var html: String {
        var frame = PageFrame(
            title: language.text(.notFound), language: language,
            main: """
                <div class="notice">\(PageIcon.film.html)<h1>\(language.text(.notFound))</h1><p>\(language.text(.notFoundHint))</p>
                <p><a class="button primary" href="/">\(language.text(.back))</a></p></div>
                """)
        frame.styles = ["viewer.css"]
        frame.banner = ViewerBanner(language: language).html
        return frame.html
    }
}

/// The header of viewer pages.
struct ViewerBanner {
    var language: PageLanguage
    var name = "Windowbox"
    /// The words in the search field.
    var search = ""
    /// Whether the page shows the channels that the viewer follows.
    var isFollowing = false

    /// A link to Studio, whose name is the same in all languages.
    static let footer: HTML = "<a href=\"/studio\" rel=\"nofollow\">Studio</a>"

    var html: HTML {
        """
        <a class="brand" href="/"><img src="\(PageAsset.path("icon.svg"))" alt="" width="30" height="30"> <bdi>\(name)</bdi></a>
        <form class="search" role="search" action="/search"><input type="search" name="q" value="\(search)" maxlength="256" required \
        dir="auto" autocomplete="off" enterkeyhint="search" placeholder="\(language.text(.search))" \
        aria-label="\(language.text(.search))"></form>
        <nav><a href="/?\(SourceQuery.text(.following))"\(isFollowing ? " aria-current=\"page\"" as HTML : "")>\(language.text(.following))</a></nav>
        <button type="button" class="plain open-cart" id="open-cart" hidden>\(PageIcon.cart.html) <span></span></button>
        """
    }
}
