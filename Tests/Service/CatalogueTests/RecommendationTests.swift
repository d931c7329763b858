// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxRecommendation
import WindowboxServiceKit

@Suite("Recommendations in feeds", .serialized) struct RecommendationTests {
    private static let later = OpenedCatalogue.noon.addingTimeInterval(3600)

    /// Reports the start and the end of a viewing of a video of one minute.
    private func watch(
        _ video: String, _ ratio: Double, _ opened: OpenedCatalogue, viewer: String = "guest1", second: Double = 0
    ) async throws {
        let time = OpenedCatalogue.noon.addingTimeInterval(second)
        let start = ViewerEvent(id: UUID().uuidString, name: .start, ts: time, videoID: video)
        var end = ViewerEvent(id: UUID().uuidString, name: .session, ts: time, videoID: video)
        (end.progressMS, end.durationMS) = (Int64(ratio * 60_000), 60_000)
        _ = try await opened.catalogue.events.record([start, end], of: Viewer(guestID: viewer, appID: "app1"), at: time)
    }

    private func addLibrary(_ opened: OpenedCatalogue) async throws {
        for (number, tag) in ["tea", "cars", "plain"].enumerated() {
            try await opened.addChannel("c\(number)")
            for index in 0..<6 {
                try await opened.addVideo("\(tag)\(index)", [tag], channel: "c\(number)", minute: 100 * (3 - number) + index)
            }
        }
    }

    @Test("What the viewer watched to the end decides the discovery feed, not what they merely started", arguments: Make.available)
    func taste(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await addLibrary(opened)
            // Newest first for a viewer of whom nothing is known, as long as nobody has watched anything.
            #expect(try await opened.ids(.discover).first == "plain0")
            for index in 0..<2 {
                try await watch("tea\(index)", 1, opened)
                try await watch("cars\(index)", 0.02, opened)
            }
            let found = try await opened.ids(.discover, at: Self.later)
            #expect(found.first?.hasPrefix("tea") == true)
            #expect(found.prefix(4).count { $0.hasPrefix("cars") } == 0)
            #expect(Set(found.prefix(14)).count == 14)
            // Another viewer has no taste yet, and gets what was watched longest.
            let other = try await opened.ids(.discover, viewer: Viewer(guestID: "guest2", appID: "app1"), at: Self.later)
            #expect(other.first?.hasPrefix("tea") == true)
            #expect(other.firstIndex(of: "cars0") ?? 0 > other.firstIndex(of: "plain5") ?? 99)
        }
    }

    @Test(
        "Each viewer counts once for a video, with the best viewing; erasure and less tracking delete viewings", arguments: Make.available)
    func viewings(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await addLibrary(opened)
            let guests = opened.catalogue.guests
            let first = try await guests.guest(app: "app1", device: "one", at: OpenedCatalogue.noon).id
            let second = try await guests.guest(app: "app2", device: "two", at: OpenedCatalogue.noon).id
            for ratio in [0.1, 0.9, 0.2, 0.9] { try await watch("tea0", ratio, opened, viewer: first) }
            try await watch("tea0", 0.5, opened, viewer: second, second: 1)
            // No video of the catalogue, so it is not kept.
            try await watch("gone", 1, opened, viewer: first)
            func viewings(_ app: String?) async throws -> [RecordedViewing] {
                try await opened.catalogue.recommendations.viewings(of: app, since: .distantPast, limit: 10)
            }
            let found = try await viewings(nil)
            #expect(found.map(\.viewer) == [second, first])
            #expect(found.map(\.video) == ["tea0", "tea0"])
            #expect(found.map { ($0.engagement * 100).rounded() } == [65, 93])
            #expect(found.first?.hashtags == ["tea"])
            #expect(found.first?.channel == "c0")
            #expect(try await viewings("app1").map(\.viewer) == [first])
            let export = try await guests.export(first)
            #expect(export?.members?["viewings"]?.elements?.count == 1)
            _ = try await guests.setTracking(.essentialOnly, of: second)
            #expect(try await viewings(nil).map(\.viewer) == [first])
            #expect(try await guests.erase(first))
            #expect(try await viewings(nil).isEmpty)
        }
    }

    @Test("A feed says why it recommends a video if the request asks for it, on every page", arguments: Make.available)
    func explanations(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await addLibrary(opened)
            for index in 0..<3 { try await watch("tea\(index)", 1, opened) }
            let asked = try await opened.items(FeedRequest(source: .discover, pageSize: 4, explain: true), at: Self.later)
            let recommended = asked.filter { $0.reason == .discover }
            #expect(recommended.count > 8)
            #expect(recommended.allSatisfy { $0.explanation != nil })
            let tea = recommended.filter { $0.video?.hashtags == ["tea"] }
            #expect(tea.count == 3)
            #expect(tea.allSatisfy { $0.explanation?.hashtags == ["tea"] })
            #expect(tea.allSatisfy { $0.explanation?.factors.contains(.hashtags) == true })
            #expect(recommended.allSatisfy { $0.explanation?.factors.contains(.new) == true })
            let unasked = try await opened.items(FeedRequest(source: .discover, pageSize: 4), at: Self.later)
            #expect(unasked.ids == asked.ids)
            #expect(unasked.allSatisfy { $0.explanation == nil })
        }
    }

    @Test("The control group gets the newest videos, and both groups are compared", arguments: Make.available)
    func groups(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            try await addLibrary(opened)
            var app = ClientApp(id: "app1", name: "App", createdAt: OpenedCatalogue.noon)
            app.discover.controlPercent = 50
            try await opened.catalogue.resources.save(app, at: OpenedCatalogue.noon)
            var groups: [TrialGroup: [String]] = [:]
            for number in 0..<40 {
                let guest = try await opened.catalogue.guests.guest(app: "app1", device: "d\(number)", at: OpenedCatalogue.noon).id
                let group = TrialGroup(viewer: guest, controlPercent: 50)
                groups[group, default: []].append(guest)
                try await watch("tea0", group == .control ? 0.2 : 0.8, opened, viewer: guest)
            }
            for (group, guests) in groups {
                let guest = try #require(guests.first)
                let found = try await opened.ids(.discover, viewer: Viewer(guestID: guest, appID: "app1"), at: Self.later)
                let newest = ["plain0", "plain1", "plain2", "plain3", "plain4", "plain5", "cars0"]
                #expect((Array(found.prefix(7)) == newest) == (group == .control))
            }
            let figures = try await opened.catalogue.recommendations.figures(of: "app1", since: .distantPast)
            #expect(figures.mapValues(\.viewers) == groups.mapValues(\.count))
            let difference = try #require(figures[.recommended]?.difference(to: figures[.control] ?? TrialFigures()))
            #expect(abs(difference.value - 0.6) < 0.05)
            #expect(difference.margin < 0.01)
            await #expect(throws: APIError.self) { try await opened.catalogue.recommendations.figures(of: "none", since: .distantPast) }
        }
    }
}
