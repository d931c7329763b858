// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxPages

@Suite("The viewer's pages from the service", .serialized, .timeLimit(.minutes(3)))
struct ViewerPagesTests {
    @Test("A feed's first page is in the document, and a link leads to the next page without scripts") func feed() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            for number in 0..<30 { try await served.makeVideo("v\(number)", "Film \(number)", age: Double(number + 1)) }
            let first = try await served.page("/")
            #expect(first.status == 200)
            #expect(first.fields.first(name: "content-type") == "text/html; charset=utf-8")
            #expect(first.text.components(separatedBy: "<li class=\"card\"").count == 25)
            let link = try #require(first.text.firstMatch(of: #/rel="next" href="([^"]+)"/#)).1.replacing("&amp;", with: "&")
            let second = try await served.page(String(link))
            #expect(second.text.components(separatedBy: "<li class=\"card\"").count == 7)
            #expect(second.text.contains("Film 29"))
            #expect(!second.text.contains("Film 1<"))
            // An expired feed starts again.
            let gone = try await served.page("/?feed=unknown&cursor=nothing.here")
            #expect(gone.status == 200)
            #expect(gone.text.contains("Film 0"))
        }
    }

    @Test("Every feed source has a page, and an invalid one shows a reason") func sources() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            let now = Date()
            try await served.makeVideo("v1", "Sea") {
                $0.hashtags = ["sea", "calm"]; $0.products = ["p1"]
            }
            try await served.makeVideo("v2", "Hills") {
                $0.hashtags = ["hills"]; $0.cohorts = ["age": ["young"]]
            }
            var playlist = Playlist(id: "l1", channelID: "c1", name: "An evening")
            playlist.items = [PlaylistItem(videoID: "v2", position: 0), PlaylistItem(videoID: "v1", position: 1)]
            try await served.catalogue.resources.save(playlist, at: now)
            var group = PlaylistGroup(id: "g1", businessID: "b1", name: "Evenings")
            group.playlistIDs = ["l1"]
            try await served.catalogue.resources.save(group, at: now)
            let expected: [(String, [String], [String])] = [
                ("/?channel=c1", ["Sea", "Hills", "News &amp; more"], []), ("/?playlist=l1", ["An evening", "Sea"], []),
                ("/?group=g1", ["href=\"/?playlist=l1\""], []), ("/?filter=sea", ["Sea"], ["Hills"]),
                ("/?channel=c1&filter=(and%20calm%20(not%20hills))", ["Sea"], ["Hills"]), ("/?content=v2", ["Hills"], ["Sea"]),
                ("/?channel=c1&p.age=young,old", ["Hills"], ["Sea"]), ("/embed/feed?channel=c1", ["href=\"/embed/v1?channel=c1\""], []),
            ]
            for (path, there, absent) in expected {
                let page = try await served.page(path)
                #expect(page.status == 200, "\(path)")
                for text in there { #expect(page.text.contains(text), "\(path): \(text)") }
                for text in absent { #expect(!page.text.contains("<bdi>\(text)</bdi>"), "\(path): \(text)") }
            }
            let bad = try await served.page("/?channel=c1&filter=(and")
            #expect(bad.status == 422 || bad.status == 400)
            #expect(bad.text.contains("This feed can’t be shown"))
            #expect(bad.text.contains("(and<mark>\u{A0}</mark>"))
            #expect(try await served.page("/?channel=c1&filter=(sea%20calm)").text.contains("(<mark>s</mark>ea calm)"))
            #expect(try await served.page("/?channel=none").status == 404)
        }
    }

    @Test("A shared link opens its video in its feed") func shared() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "Sea") { $0.hashtags = ["sea"] }
            let token = try ShareToken(videoID: "v1", source: .hashtag(channel: "c1", filter: "sea")).text
            let answer = try await served.page("/?fwplayer=\(token)")
            #expect(answer.status == 302)
            #expect(answer.fields.first(name: "location") == "/watch/v1?channel=c1&filter=sea")
            #expect(try await served.page("/?fwplayer=nonsense").status == 404)
        }
    }

    @Test("A missing, private or invalid video shows an error page in the reader's language") func missing() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "Hidden") { $0.access = .owners }
            for path in ["/watch/none", "/watch/v1", "/watch/%00", "/watch/a%2Fb", "/embed/..", "/watch/", "/watch/v1/x", "/assets/x/y.js"]
            {
                let page = try await served.page(path, languages: "de")
                #expect(page.status == 404, "\(path)")
                #expect(page.text.contains("Seite nicht gefunden"), "\(path)")
            }
        }
    }

    @Test("An unknown URL is a page for browsers and JSON for programs") func nowhere() async throws {
        let browsers = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
        try await ServedPages.with { served in
            let page = try await served.page("/nope", languages: "fr", accept: browsers)
            #expect(page.status == 404)
            #expect(page.fields.first(name: "content-type") == "text/html; charset=utf-8")
            #expect(page.text.contains(PageLanguage.french.text(.notFound)))
            #expect(page.text.contains("href=\"/\""))
            #expect(page.fields.first(name: "vary")?.contains("Accept,") == true)
            #expect(page.fields.first(name: "content-security-policy")?.contains("default-src 'none'") == true)
            for (path, accept) in [
                ("/nope", nil), ("/nope", "*/*"), ("/nope", "application/json, text/html;q=0.5"), ("/v1/nope", browsers),
            ] {
                let answer = try await served.page(path, accept: accept)
                #expect(answer.status == 404 && answer.fields.first(name: "content-type") == "application/json", "\(path) \(accept ?? "")")
            }
        }
    }

    @Test("A slug behind an ID is ignored, and a shared URL with one opens the video in its feed") func slug() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "The sea, at last") { $0.hashtags = ["sea"] }
            let token = try ShareToken(videoID: "v1", source: .hashtag(channel: "c1", filter: "sea")).text
            let answer = try await served.page("/watch/v1/the-sea-at-last?fwplayer=\(token)")
            #expect(answer.status == 302)
            #expect(answer.fields.first(name: "location") == "/watch/v1/the-sea-at-last?channel=c1&filter=sea")
            #expect(try await served.page("/watch/v1/whatever").text.contains("The sea, at last"))
            #expect(try await served.page("/watch/v1/a/b").status == 404)
            #expect(try await served.page("/embed/v1/a").status == 404)
        }
    }

    @Test("Only embeddable pages can be framed by other sites, and assets are cached permanently") func fields() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "Sea")
            #expect(
                try await served.page("/watch/v1").fields.first(name: "content-security-policy")?.contains("frame-ancestors 'none'") == true
            )
            #expect(
                try await served.page("/embed/v1").fields.first(name: "content-security-policy")?.hasSuffix("frame-ancestors *") == true)
            let asset = try await served.page(PageAsset.path("watch.js"))
            #expect(asset.status == 200)
            #expect(asset.fields.first(name: "cache-control")?.contains("immutable") == true)
            let tag = try #require(asset.fields.first(name: "etag"))
            #expect(try await served.page(PageAsset.path("watch.js"), etag: tag).status == 304)
            #expect(try await served.page("/assets/old/watch.js").fields.first(name: "cache-control") == "no-cache")
            #expect(try await served.page("/openapi.json").text.contains("\"/watch/") == false)
        }
    }

    @Test("oEmbed describes how to embed a video") func oEmbed() async throws {
        try await ServedPages.with { served in
            try await served.makeApp()
            try await served.makeVideo("v1", "Sea")
            let link = "\(served.address)/watch/v1".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let told = try ContractJSON.decode(JSONValue.self, from: try await served.page("/oembed?url=\(link)&maxwidth=400").text)
            #expect(told["type"] == "video")
            #expect(told["width"] == 400)
            #expect(told["title"] == "Sea")
            #expect(told["html"]?.text?.contains("\(served.address)/embed/v1") == true)
            #expect(try await served.page("/oembed?url=https%3A%2F%2Fexample.org%2Fwatch%2Fv1").status == 404)
            #expect(try await served.page("/oembed?url=\(link)&format=xml").status == 501)
        }
    }
}
