// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCaptions
import WindowboxKit
import WindowboxOrigin
import WindowboxPlayer
import WindowboxTransport

@testable import WindowboxGTK

@Suite("Subtitles beside a film on a server", .timeLimit(.minutes(1)))
struct RemoteSubtitlesTests {
    private func names(_ page: String, of folder: String = "http://host/films/") throws -> [String] {
        FolderListing(Array(page.utf8), of: try #require(URL(string: folder))).entries.map { $0.name + ($0.isFolder ? "/" : "") }
    }

    @Test("Listings of common servers are read")
    func listings() throws {
        let nginx =
            "<html>\r\n<h1>Index of /films/</h1><hr><pre><a href=\"../\">../</a>\r\n<a href=\"Subs/\">Subs/</a> 1-Jan\r\n"
            + "<a href=\"film%20one.mkv\">film one.mkv</a> 9\r\n</pre></html>"
        #expect(try names(nginx) == ["Subs/", "film one.mkv"])
        let apache = "<a href=\"?C=N;O=D\">Name</a><A class=x HREF='/films/film.de.srt'>a</A><a href=/films/film.srt >b</a>"
        #expect(try names(apache) == ["film.de.srt", "film.srt"])
        #expect(try names("<a href=\"./a&amp;b.srt\">x</a><a href=\"a&amp;b.srt\">again</a>") == ["a&b.srt"])
    }

    @Test("Links elsewhere, and odd ones, are left out")
    func otherLinks() throws {
        let links = [
            "http://other/films/a.srt", "https://host/films/a.srt", "http://host:81/films/a.srt", "/a.srt", "sub/b.srt", "../a.srt", "",
            "a.srt?x=1", "%2e%2e", "a%2Fb.srt", "a%00.srt", "javascript:void(0)", "//other/films/a.srt",
        ]
        #expect(try names(links.map { "<a href=\"\($0)\">x</a>" }.joined()) == [])
        // A percent sign that encodes nothing stands for itself.
        #expect(try names("<a href=\"%zz.srt\">x</a>") == ["%zz.srt"])
        for page in ["<a", "<a ", "<a href", "<a href=", "<a href=\"x", "<abbr href=\"x.srt\">", "<a data-href=\"x.srt\">"] {
            #expect(try names(page).filter { $0 != "x" } == [], "\(page)")
        }
        let whole = "<a title='b' href='film.srt'>"
        for count in 0..<whole.count { #expect(try names(String(whole.prefix(count))).allSatisfy { "film.srt".hasPrefix($0) }) }
        #expect(try names(String(repeating: "<a ", count: 300_000)) == [])
    }

    @Test("Only URLs of video files are examined")
    func addresses() throws {
        let transport = RoutingTransport()
        for address in ["http://host/live.m3u8", "http://host/watch", "http://host/", "file:///a.mkv", "rtsp://host/a.mkv", "a.mkv", ""] {
            #expect(RemoteSubtitles(beside: address, transport: transport) == nil, "\(address)")
        }
        let film = try #require(RemoteSubtitles(beside: "http://host:81/a%20b/film%20one.mkv?x=1#t=3", transport: transport))
        #expect(film.folder.absoluteString == "http://host:81/a%20b/")
        #expect(film.name == "film one.mkv")
    }

    private static func captions(_ words: String) -> String { "1\n00:00:00,000 --> 00:59:00,000\n\(words)\n" }

    /// The titles offered for a film, and the text shown.
    @MainActor private func offered(_ address: String, languages: [String]) async -> (titles: [String], shown: [String]) {
        let item = PlayerItem.simple(url: address)
        let model = PlayerModel(Player(items: [item]))
        await model.offerSubtitles(
            besideURL: address, for: item, preferences: MediaPreferences(legible: .always, legibleLanguages: languages), userLanguages: [],
            transport: RoutingTransport())
        return (model.choices(of: .subtitles).titles.filter { $0 != "Off" }, model.cues.texts)
    }

    /// The requests other than those of the player for the film itself.
    private func asked(_ origin: FaultyOrigin) -> [OriginRequest] {
        origin.requests.filter { !($0.path.hasSuffix(".mkv") || $0.path.hasSuffix(".mp4")) }
    }

    @MainActor @Test("Files of a listed folder are offered by language, and the preferred one is shown")
    func listed() async throws {
        let origin = try await FaultyOrigin { request in
            let html = "text/html"
            switch request.path {
            case "/films/":
                return .text(
                    ["film.mkv", "film.srt", "film.de.srt", "film.idx", "other.srt", "Subs/"].map { "<a href=\"\($0)\">x</a>" }.joined(),
                    type: html)
            case "/films/Subs/": return .text("<a href='../'>up</a><a href='2_English.srt'>x</a>", type: html)
            case "/films/film.srt": return .text(Self.captions("plain"))
            case "/films/film.de.srt": return .text(Self.captions("Guten Abend"))
            case "/films/Subs/2_English.srt": return .text(Self.captions("Good evening"))
            default: return .text("no", status: 404)
            }
        }
        let found = await offered("\(origin.address)/films/film.mkv", languages: ["de"])
        #expect(found.titles == ["film.srt", "English · 2_English.srt", "German · film.de.srt"])
        #expect(found.shown == ["Guten Abend"])
        #expect(asked(origin).count == 5)
        await origin.stop()
    }

    @MainActor @Test("Without a listing a few likely names are tried")
    func guessed() async throws {
        let origin = try await FaultyOrigin { request in
            switch request.path {
            case "/films/film.srt", "/films/film.en.vtt": .text(Self.captions("Found"))
            case "/films/": .text("forbidden", status: 403)
            default: .text("no", status: 404)
            }
        }
        let found = await offered("\(origin.address)/films/film.mp4", languages: ["de", "en-GB", "fr", "ja"])
        #expect(found.titles == ["film.srt", "English · film.en.vtt"])
        #expect(found.shown == ["Found"])
        #expect(asked(origin).count { $0.method == "HEAD" } == 6)
        #expect(asked(origin).count == 9)
        let signed = await offered("\(origin.address)/films/film.mp4?signature=1", languages: ["de"])
        #expect(signed.titles == [])
        #expect(asked(origin).count == 10)
        await origin.stop()
    }

    @MainActor @Test("A server that answers everything with a page, redirects elsewhere or refuses is not asked again")
    func unhelpful() async throws {
        let other = try await FaultyOrigin { _ in .text(Self.captions("elsewhere")) }
        for kind in 0..<3 {
            let origin = try await FaultyOrigin { request in
                switch kind {
                case 0: .text("<html><a href='start.html'>Start</a></html>", type: "text/html; charset=utf-8")
                case 1: OriginResponse(status: 302, headers: [("Location", other.address + request.path)])
                default: .text("not allowed", status: 405)
                }
            }
            let found = await offered("\(origin.address)/films/film.mkv", languages: ["de"])
            #expect(found.titles == [])
            #expect(found.shown == [])
            #expect(asked(origin).count <= 2, "\(kind)")
            await origin.stop()
        }
        await other.stop()
    }
}
