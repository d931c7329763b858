// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxContract
import WindowboxServiceKit

@testable import WindowboxCatalogue

@Suite("Search") struct SearchTests {
    private static func app(_ business: String? = "b1", _ change: (inout ClientApp) -> Void = { _ in }) -> ClientApp {
        var app = ClientApp(id: "a", name: "a", createdAt: OpenedCatalogue.noon)
        app.businessID = business
        change(&app)
        return app
    }

    private static func find(
        _ words: String, _ opened: OpenedCatalogue, app: ClientApp = app(), channel: String? = nil, limit: Int = 20,
        at now: Date = OpenedCatalogue.noon
    ) async throws -> [String] {
        guard let query = SearchQuery(words) else { return [] }
        var search = VideoSearch(query, app: app, limit: limit)
        search.channelID = channel
        return try await opened.catalogue.search.videos(search, at: now).videos.map(\.id)
    }

    @Test("Words are found in captions, hashtags, descriptions and channels; captions and the latest come first", arguments: Make.available)
    func ranking(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "Summer Sports" }
            try await opened.addVideo("v1", ["running"], minute: 4) { $0.caption = "Red shoes" }
            try await opened.addVideo("v2", minute: 3) { ($0.caption, $0.description) = ("Hats", "no red shoes") }
            try await opened.addVideo("v3", minute: 2) { $0.caption = "Shoes, red ones" }
            #expect(try await Self.find("red shoes", opened) == ["v3", "v1", "v2"])
            // Beginnings are those of words in captions and hashtags.
            #expect(try await Self.find("RED sho", opened) == ["v3", "v1"])
            #expect(try await Self.find("r", opened) == ["v3", "v1"])
            #expect(try await Self.find("run", opened) == ["v1"])
            #expect(try await Self.find("#running shoes", opened) == ["v1"])
            #expect(try await Self.find("sports hats", opened) == ["v2"])
            #expect(try await Self.find("red boots", opened) == [])
            #expect(try await Self.find("shoes\" OR hats' NEAR( * & ! : - ^ {title}", opened) == [])
            // Changes count at once.
            try await opened.addVideo("v1", minute: 4) { $0.caption = "Blue" }
            #expect(try await Self.find("red", opened) == ["v3", "v2"])
            #expect(try await Self.find("running", opened) == [])
            try await opened.addChannel("c1") { $0.name = "Winter" }
            #expect(try await Self.find("sports", opened) == [])
            #expect(try await Self.find("winter blue", opened) == ["v1"])
            #expect(try await opened.catalogue.resources.delete(Video.self, id: "v1"))
            #expect(try await Self.find("blue", opened) == [])
        }
    }

    @Test("Slips are forgiven, behind what is spelt as asked", arguments: Make.available)
    func slips(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "x" }
            try await opened.addVideo("v1", minute: 1) { $0.caption = "Trainers for running" }
            try await opened.addVideo("v2", minute: 2) { $0.caption = "Trianers" }
            for slip in ["trainres", "trainrs", "traimers", "ttrainers", "runing trainers", "trainers runnign"] {
                #expect(try await Self.find(slip, opened).contains("v1"), "\(slip)")
            }
            #expect(try await Self.find("trianers", opened) == ["v2", "v1"])
            #expect(try await Self.find("trousers", opened) == [])
        }
    }

    @Test(
        "Any script is searched",
        arguments: Make.available,
        [
            ("東京タワーの夜景", "京タ"), ("東京タワーの夜景", "夜景"), ("東京タワーの夜景", "東"), ("กรุงเทพมหานคร", "เทพ"), ("서울에서 여행", "서울 여행"),
            ("Привет мир", "привёт"), ("مُحَمَّد في القاهرة", "القاهره"), ("हिन्दी गीत", "हिन्दी गी"), ("Crème brûlée", "creme bru"),
        ])
    func scripts(make: Make, _ example: (caption: String, words: String)) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "x" }
            try await opened.addVideo("v1", minute: 1) { $0.caption = example.caption }
            try await opened.addVideo("v2", minute: 1) { $0.caption = "京都東" }
            #expect(try await Self.find(example.words, opened).first == (example.words == "東" ? "v2" : "v1"))
        }
    }

    @Test("Only what an app's guests may see now is found", arguments: Make.available)
    func visibility(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addChannel("c2")
            try await opened.addChannel("own") { $0.visibility = .ownApps }
            try await opened.addChannel("private") { $0.visibility = .owners }
            try await opened.addChannel("other", business: "b2")
            let later = OpenedCatalogue.noon.addingTimeInterval(60)
            func add(_ id: String, _ channel: String = "c1", _ change: (inout Video) -> Void = { _ in }) async throws {
                try await opened.addVideo(id, channel: channel, minute: 1) {
                    $0.caption = "needle"
                    change(&$0)
                }
            }
            try await add("v1")
            try await add("v2", "c2")
            try await add("expiring") { $0.availableUntil = later }
            try await add("scheduled") { $0.publishedAt = later }
            try await add("blocked") { $0.blockingReason = "legal" }
            try await add("archived") { $0.archivedAt = OpenedCatalogue.noon }
            try await add("withheld") { $0.access = .owners }
            try await add("pending") { $0.status = .pending }
            try await add("german") { $0.regions.allow = ["DE"] }
            try await add("inside") { $0.access = .ownApps }
            try await add("linked") { $0.access = .unlisted }
            try await add("within", "own")
            try await add("hidden", "private")
            try await add("foreign", "other")
            #expect(try await Self.find("needle", opened) == ["within", "inside", "expiring", "v2", "v1"])
            #expect(try await Self.find("needle", opened, at: later) == ["within", "inside", "scheduled", "v2", "v1"])
            #expect(try await Self.find("needle", opened, app: Self.app("b2")) == ["foreign"])
            #expect(try await Self.find("needle", opened, app: Self.app("b3")) == [])
            #expect(try await Self.find("needle", opened, app: Self.app(nil)) == ["foreign", "expiring", "v2", "v1"])
            #expect(try await Self.find("needle", opened, app: Self.app { $0.allowedChannels = ["c2", "other"] }) == ["v2"])
            #expect(try await Self.find("needle", opened, channel: "c2") == ["v2"])
            #expect(try await Self.find("needle", opened, channel: "other") == [])
            // Misspelt words of others don't tell anything, either.
            #expect(try await Self.find("neelde", opened, app: Self.app("b3")) == [])
            // A channel that becomes private takes its videos along.
            try await opened.addChannel("c2") { $0.visibility = .owners }
            #expect(try await Self.find("needle", opened, channel: "c2") == [])
            let query = try #require(SearchQuery("needle"))
            let owned = try await opened.catalogue.search.videos(saying: query, of: "b1", limit: 100).map(\.id)
            #expect(
                Set(owned) == [
                    "v1", "v2", "expiring", "scheduled", "blocked", "archived", "pending", "german", "inside", "linked", "within",
                    "hidden",
                ])
        }
    }

    @Test("Pages follow each other without gaps and repetitions, past what is hidden", arguments: Make.available)
    func pages(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "x" }
            for number in 0..<90 {
                try await opened.addVideo("v\(number)", minute: 1) { video in
                    (video.caption, video.description) =
                        number % 3 == 0 ? ("needles", "") : number % 3 == 1 ? ("", "needles") : ("neeldes", "")
                    if number > 60 { video.availableUntil = OpenedCatalogue.noon }
                }
            }
            var search = VideoSearch(try #require(SearchQuery("needles")), app: Self.app(), limit: 7)
            var (found, pages) = ([String](), 0)
            repeat {
                let page = try await opened.catalogue.search.videos(search, at: OpenedCatalogue.noon)
                #expect(page.videos.count <= 7)
                found += page.videos.map(\.id)
                search.position = page.next
                pages += 1
            } while search.position != nil && pages < 100
            let expected = [0, 1, 2].flatMap { part in (0...60).reversed().filter { $0 % 3 == part }.map { "v\($0)" } }
            #expect(found == expected)
            #expect(pages <= 12)
        }
    }

    @Test("More matches than are read one by one are found, too", arguments: Make.available)
    func many(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "x" }
            let videos = (0..<2300).map { number in
                var video = Video(id: "v\(number)", channelID: "c1")
                (video.status, video.publishedAt) = (.ready, OpenedCatalogue.noon)
                video.caption = number == 5 ? "rare common" : "common"
                return video
            }
            try await opened.catalogue.resources.save(videos, at: OpenedCatalogue.noon)
            #expect(try await Self.find("rare", opened) == ["v5"])
            #expect(try await Self.find("common", opened, limit: 3) == ["v2299", "v2298", "v2297"])
            // Behind more matches of another business than are checked one by one.
            try await opened.addChannel("other", business: "b2")
            let others = videos.prefix(600).map { video in
                var other = video
                (other.id, other.channelID) = ("other-\(video.id)", "other")
                return other
            }
            try await opened.catalogue.resources.save(others, at: OpenedCatalogue.noon)
            #expect(try await Self.find("rare", opened) == ["v5"])
            #expect(try await Self.find("common", opened, limit: 3) == ["v2299", "v2298", "v2297"])
            #expect(try await Self.find("common", opened, app: Self.app("b2"), limit: 2) == ["other-v599", "other-v598"])
            let some = Self.app { $0.allowedChannels = ["c1", "none"] }
            #expect(try await Self.find("common", opened, app: some, limit: 1) == ["v2299"])
        }
    }

    @Test("What is said in a video is found, unless its live stream has an access code", arguments: Make.available)
    func transcripts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { $0.name = "x" }
            try await opened.addVideo("v1", minute: 1) { $0.subtitles = [Subtitle(language: "en", url: "/a.vtt")] }
            let resources = opened.catalogue.resources
            func say(_ text: String?, _ change: @escaping @Sendable (inout Video) -> Void = { _ in }) async throws {
                let transcript = Transcript(language: "EN", text: text)
                _ = try await resources.update(video: "v1", transcripts: [transcript], at: OpenedCatalogue.noon, change)
            }
            try await say("Welcome to\u{0} the \(String(repeating: "long ", count: 20_000)) kitchen")
            #expect(try await Self.find("welcome", opened) == ["v1"])
            // Only the beginning of a long text is searched.
            #expect(try await Self.find("kitchen", opened) == [])
            var stream = LiveStream(id: "l1", videoID: "v1", channelID: "c1", title: "x")
            stream.accessCodeHash = "hash"
            try await resources.save(stream, at: OpenedCatalogue.noon)
            #expect(try await Self.find("welcome", opened) == [])
            stream.accessCodeHash = nil
            try await resources.save(stream, at: OpenedCatalogue.noon)
            #expect(try await Self.find("welcome", opened) == ["v1"])
            try await say("Goodbye")
            #expect(try await Self.find("welcome", opened) == [])
            #expect(try await Self.find("goodbye", opened) == ["v1"])
            // Without its subtitles, it isn't found any more.
            _ = try await resources.update(Video.self, id: "v1", at: OpenedCatalogue.noon) { $0.subtitles = [] }
            #expect(try await Self.find("goodbye", opened) == [])
            try await say(nil)
            #expect(try await resources.update(video: "none", transcripts: [], at: OpenedCatalogue.noon) { _ in } == nil)
        }
    }

    @Test("Words that no video has any more are forgotten, in steps; those that others have stay", arguments: Make.available)
    func forgetting(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let store: any SQLStore =
                make == .postgres
                ? PostgresStore(setting: opened.setting, connections: 1) : try SQLiteStore(path: opened.setting, isDurable: true)
            func words() async throws -> [String] {
                try await store.read { try $0.rows("SELECT DISTINCT word FROM search_word ORDER BY word").map { $0.text(0) } }
            }
            /// Looks at two words at a time.
            func forget() async throws -> Int {
                var (all, some) = (0, 0)
                repeat {
                    some = try await opened.catalogue.search.forgetWords(limit: 2)
                    all += some
                } while some == 2
                return all
            }
            try await opened.addChannel("c1") { $0.name = "x" }
            try await opened.addVideo("v1", minute: 1) { ($0.caption, $0.description) = ("Trainers purple", "Leather") }
            try await opened.addVideo("v2", minute: 2) { $0.caption = "Trainers orange" }
            try await opened.addVideo("v3", minute: 3) { $0.caption = "Umbrella" }
            #expect(try await words() == ["leather", "orange", "purple", "trainers", "umbrella"])
            #expect(try await forget() == 0)
            // Edited, so that only one of its words is left.
            try await opened.addVideo("v1", minute: 1) { $0.caption = "Purple" }
            #expect(try await forget() == 2)
            #expect(try await words() == ["orange", "purple", "trainers", "umbrella"])
            #expect(try await Self.find("trianers", opened) == ["v2"])
            // Deleted, and found by nobody any more.
            #expect(try await opened.catalogue.resources.delete(Video.self, id: "v2"))
            try await opened.addVideo("v3", minute: 3) { ($0.caption, $0.access) = ("Umbrella", .owners) }
            // A word that comes back before it is forgotten stays.
            try await opened.addVideo("v4", minute: 4) { $0.caption = "Orange" }
            #expect(try await forget() == 3)
            #expect(try await words() == ["orange", "purple"])
            #expect(try await Self.find("ornage", opened) == ["v4"])
            // And one that comes back afterwards is learnt again.
            try await opened.addVideo("v5", minute: 5) { $0.caption = "Trainers" }
            #expect(try await Self.find("trianers", opened) == ["v5"])
            #expect(try await forget() == 0)
            try await store.close()
        }
    }

    @Test("A database of an earlier version is searched after its migration", arguments: Make.available)
    func migration(make: Make) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-search-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let setting = try make.setting(in: folder)
        let store: any SQLStore =
            make == .postgres ? PostgresStore(setting: setting, connections: 1) : try SQLiteStore(path: setting, isDurable: true)
        let before = Migrations.catalogue.prefix { $0.name != "search 1" }
        try await Migrations(steps: Array(before)).run(on: store)
        var video = Video(id: "v1", channelID: "c1")
        (video.caption, video.status, video.publishedAt) = ("Red shoes", .ready, OpenedCatalogue.noon)
        let channel = try ContractJSON.text(VideoChannel(id: "c1", businessID: "b1", name: "c", slug: "c"))
        let documents = [("video", "v1", try ContractJSON.text(video)), ("video", "v2", "{"), ("channel", "c1", channel)]
        try await store.write { connection in
            for (kind, id, document) in documents {
                try connection.execute(
                    "INSERT INTO resource (kind, id, parent, link, created, document) VALUES (\(kind), \(id), 'c1', NULL, 0, \(document))")
            }
        }
        try await store.close()
        let opened = OpenedCatalogue(catalogue: try await Catalogue(setting), setting: setting)
        #expect(try await Self.find("red sheos", opened) == ["v1"])
        try await opened.catalogue.close()
    }
}
