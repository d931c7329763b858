// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Feed sources", .serialized) struct FeedSourceTests {
    @Test("A personal channel lists unseen videos, live ones first, then videos similar to seen ones", arguments: Make.available)
    func personal(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addChannel("c2")
            try await opened.addChannel("c3", business: "b2")
            for number in 0..<5 { try await opened.addVideo("v\(number)", ["sport", "ball"], minute: number) }
            try await opened.addVideo("live", minute: 99) { ($0.type, $0.status) = (.liveStream, .pending) }
            var stream = LiveStream(id: "l1", videoID: "live", channelID: "c1", title: "Live")
            stream.status = .live
            try await opened.catalogue.resources.save(stream, at: OpenedCatalogue.noon)
            try await opened.addVideo("food", ["food"], channel: "c2", minute: 1)
            try await opened.addVideo("ball", ["ball"], channel: "c3", minute: 80)
            try await opened.addVideo("both", ["ball", "sport"], channel: "c3", minute: 90)
            try await opened.addVideo("other", channel: "c3", minute: 0)
            for id in ["v1", "v3"] { try await opened.see(id, at: OpenedCatalogue.noon) }
            let later = OpenedCatalogue.noon.addingTimeInterval(10)
            for size in [1, 3, 50] {
                let items = try await opened.items(FeedRequest(source: .channel("c1"), pageSize: size), at: later)
                #expect(items.ids == ["live", "v0", "v2", "v4", "both", "ball", "food", "other"])
                #expect(items.reasons == Array(repeating: .unseen, count: 4) + Array(repeating: .similar, count: 4))
                #expect(items.first?.video?.type == .liveStream)
                #expect(items.first?.video?.liveStatus == .live)
            }
            // Nothing is known about untracked viewers.
            let stranger = Viewer(guestID: "guest1", appID: "app1", tracking: .none)
            #expect(try await opened.ids(.channel("c1"), viewer: stranger, at: later).prefix(6) == ["live", "v0", "v1", "v2", "v3", "v4"])
            // Once ended, it is sorted like the others.
            stream.status = .completed
            try await opened.catalogue.resources.save(stream, at: later)
            #expect(try await opened.ids(.channel("c1"), at: later).prefix(4) == ["v0", "v2", "v4", "live"])
        }
    }

    @Test("A personal channel replays seen videos, and is empty only without any videos", arguments: Make.available) func replays(
        make: Make
    )
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            #expect(try await opened.ids(.channel("c1")) == [])
            for number in 0..<3 {
                try await opened.addVideo("v\(number)", minute: number)
                try await opened.see("v\(number)", at: OpenedCatalogue.noon)
            }
            let later = OpenedCatalogue.noon.addingTimeInterval(10)
            let items = try await opened.items(FeedRequest(source: .channel("c1"), pageSize: 2), at: later)
            #expect(items.ids == ["v0", "v1", "v2"])
            #expect(Set(items.reasons) == [.replay])
        }
    }

    @Test("A playlist keeps its own order and lists only available videos", arguments: Make.available) func playlists(make: Make)
        async throws
    {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            for number in 0..<6 {
                try await opened.addVideo("v\(number)", minute: number) { $0.posterURL = "https://example.org/\(number)" }
            }
            try await opened.addVideo("gone", minute: 0) { $0.access = .owners }
            var playlist = Playlist(id: "p1", channelID: "c1", name: "Best")
            playlist.items = ["gone", "v3", "v0", "v5", "missing", "v1"].enumerated().map { PlaylistItem(videoID: $1, position: $0 * 10) }
            try await opened.catalogue.resources.save(playlist, at: OpenedCatalogue.noon)
            for size in [1, 2, 10] {
                #expect(try await opened.ids(.playlist("p1", channel: "c1"), pageSize: size) == ["v3", "v0", "v5", "v1"])
            }
            await #expect(throws: APIError.self) { try await opened.ids(.playlist("p1", channel: "c2")) }
            var empty = Playlist(id: "p2", channelID: "c1", name: "Old")
            empty.enabled = false
            try await opened.catalogue.resources.save(empty, at: OpenedCatalogue.noon)
            await #expect(throws: APIError.self) { try await opened.ids(.playlist("p2", channel: "c1")) }
            var group = PlaylistGroup(id: "g1", businessID: "b1", name: "All")
            group.playlistIDs = ["p2", "missing", "p1"]
            try await opened.catalogue.resources.save(group, at: OpenedCatalogue.noon)
            let page = try await opened.catalogue.feeds.makeFeed(
                FeedRequest(source: .playlistGroup("g1")), for: opened.viewer, at: OpenedCatalogue.noon)
            #expect(page.type == .playlist)
            #expect(page.next == nil)
            #expect(page.items.map(\.playlist) == [FeedPlaylist(id: "p1", name: "Best", posterURL: "https://example.org/3", count: 4)])
        }
    }

    @Test("Dynamic playlists match the viewer's cohort: any value of a key, all keys", arguments: Make.available)
    func cohorts(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("young", minute: 1) { $0.cohorts = ["age": ["teen", "twen"]] }
            try await opened.addVideo("skier", minute: 2) { $0.cohorts = ["age": ["twen"], "hobby": ["ski"]] }
            try await opened.addVideo("old", minute: 3) { $0.cohorts = ["age": ["old"]] }
            try await opened.addVideo("all", minute: 4)
            try await opened.addVideo("listed", minute: 5)
            func ids(_ parameters: [String: [String]]) async throws -> [String] {
                try await opened.ids(.dynamic(channel: "c1", parameters: parameters))
            }
            #expect(try await ids(["age": ["teen", "old"]]) == ["young", "old"])
            #expect(try await ids(["age": ["twen"], "hobby": ["ski", "golf"]]) == ["skier"])
            #expect(try await ids(["height": ["tall"]]) == [])
            #expect(try await ids(["age": []]) == [])
            #expect(try await ids([:]) == ["all", "listed"])
            var playlist = Playlist(id: "p1", channelID: "c1", name: "Twens")
            playlist.cohorts = ["age": ["twen"]]
            playlist.items = [PlaylistItem(videoID: "listed", position: 0), PlaylistItem(videoID: "skier", position: 1)]
            try await opened.catalogue.resources.save(playlist, at: OpenedCatalogue.noon)
            #expect(try await ids(["age": ["twen"]]) == ["listed", "skier", "young"])
        }
    }

    @Test("Videos are found by product IDs, and a single one by its own ID or its stream's", arguments: Make.available)
    func products(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1")
            try await opened.addVideo("v1", minute: 1) { $0.products = ["p1", "p2"] }
            try await opened.addVideo("v2", minute: 2) { $0.products = ["p3"] }
            try await opened.addVideo("v3", minute: 3)
            #expect(try await opened.ids(.sku(channel: "c1", productIDs: ["p3", "p1", "p9"])) == ["v1", "v2"])
            #expect(try await opened.ids(.sku(channel: "c1", productIDs: ["p9"])) == [])
            try await opened.catalogue.resources.save(
                LiveStream(id: "l1", videoID: "v3", channelID: "c1", title: "Live"), at: OpenedCatalogue.noon)
            #expect(try await opened.ids(.single("l1")) == ["v3"])
            #expect(try await opened.ids(.single("v2")) == ["v2"])
            await #expect(throws: APIError.self) { try await opened.ids(.single("none")) }
            // Changed videos are found by their new values.
            try await opened.addVideo("v2", minute: 2) { $0.products = ["p9"] }
            #expect(try await opened.ids(.sku(channel: "c1", productIDs: ["p9"])) == ["v2"])
            #expect(try await opened.catalogue.resources.delete(Video.self, id: "v1"))
            #expect(try await opened.ids(.sku(channel: "c1", productIDs: ["p3", "p1"])) == [])
        }
    }

    @Test("Discover lists what the app's constraints allow", arguments: Make.available) func discover(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await opened.addChannel("c1") { ($0.language, $0.country) = ("pt-BR", "BR") }
            try await opened.addChannel("c2") { $0.language = "en" }
            try await opened.addChannel("hidden") { $0.visibility = .owners }
            try await opened.addVideo("v1", ["a"], minute: 1)
            try await opened.addVideo("v2", ["b"], minute: 2)
            try await opened.addVideo("v3", ["a", "b"], channel: "c2", minute: 3)
            try await opened.addVideo("v4", ["c"], channel: "c2", minute: 4) { $0.country = "br" }
            try await opened.addVideo("v5", ["a"], channel: "hidden", minute: 0)
            func ids(_ change: (inout ClientApp) -> Void) async throws -> [String] {
                var app = ClientApp(id: "app1", name: "App", createdAt: OpenedCatalogue.noon)
                change(&app)
                try await opened.catalogue.resources.save(app, at: OpenedCatalogue.noon)
                return try await opened.ids(.discover, pageSize: 2)
            }
            #expect(try await ids { _ in } == ["v1", "v2", "v3", "v4"])
            #expect(try await ids { $0.allowedChannels = ["c2"] } == ["v3", "v4"])
            #expect(try await ids { $0.discover.language = "pt" } == ["v1", "v2"])
            #expect(try await ids { $0.discover.locale = "pt_BR" } == ["v1", "v2"])
            #expect(try await ids { $0.discover.country = "BR" } == ["v1", "v2", "v4"])
            // A script and a UN region code are not countries.
            #expect(try await ids { $0.discover.locale = "pt-419" } == ["v1", "v2"])
            #expect(try await ids { $0.discover.locale = "pt-Latn" } == ["v1", "v2"])
            #expect(try await ids { $0.discover.locale = "pt-Latn-BR" } == ["v1", "v2"])
            #expect(try await ids { $0.discover.locale = "pt-Latn-PT" } == [])
            #expect(try await ids { $0.discover.allowTags = ["#a", "c"] } == ["v1", "v3", "v4"])
            #expect(try await ids { ($0.discover.allowTags, $0.discover.rejectTags) = (["a"], ["b"]) } == ["v1"])
            // A channel that becomes public is in feeds at once, and one that becomes private no longer.
            try await opened.addChannel("hidden")
            try await opened.addChannel("c1") { $0.visibility = .owners }
            #expect(try await ids { _ in } == ["v5", "v3", "v4"])
            // Seen videos come last, and videos similar to them first.
            try await opened.see("v4", at: OpenedCatalogue.noon)
            try await opened.addVideo("v6", ["c"], channel: "c2", minute: 50)
            let later = OpenedCatalogue.noon.addingTimeInterval(1)
            #expect(try await opened.ids(.discover, pageSize: 1, at: later) == ["v6", "v5", "v3"])
        }
    }
}
