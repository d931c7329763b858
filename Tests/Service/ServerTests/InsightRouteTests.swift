// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Insights over HTTP", .onEachDatabase) struct InsightRouteTests {
    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            try await service.addVideo("v1")
            for business in ["b1", "b2"] {
                var app = ClientApp(id: "app-\(business)", name: "x", createdAt: service.clock.now)
                app.businessID = business
                try await service.catalogue.resources.save(app, at: service.clock.now)
            }
            try await body(service, Manager(service))
        }
    }

    private static func rows(_ reply: Reply) throws -> [InsightRow] { try reply.json(InsightPage.self).data }

    @Test("Made-up videos are counted together, and distort no figure") func invented() async throws {
        try await Self.with { service, manager in
            let client = try await service.client(app: "app-b1")
            for batch in 0..<51 {
                let events = (0..<EventBatch.limit).map {
                    ViewerEvent(id: "e\(batch)-\($0)", name: .start, ts: SetClock.noon, videoID: "made-up\(batch * 1000 + $0)")
                }
                #expect(try await client.post("/v1/events", EventBatch(events: events)).status == 202)
                service.clock.advance(by: 10)
            }
            let real = ViewerEvent(id: "real", name: .start, ts: SetClock.noon, videoID: "v1")
            #expect(try await client.post("/v1/events", EventBatch(events: [real])).status == 202)
            let reply = try await manager.send(.GET, "/v1/admin/insights?metric=starts&group_by=video_id")
            let expected = [
                InsightRow(group: ["video_id": "?"], value: 10_200), InsightRow(group: ["video_id": "v1"], value: 1),
            ]
            #expect(try reply.status == 200 && Self.rows(reply) == expected, "\(reply.text.prefix(500))")
            let studio = try await StudioBrowsing.signedIn(service)
            #expect(try await studio.get("/studio/figures").status == 200)
        }
    }

    @Test("Days are in the business's time zone, in responses and in Studio") func zones() async throws {
        try await Self.with { service, manager in
            let path = "/v1/admin/business"
            for zone in ["", "GMT+2", "Europe/berlin", "Mars/Phobos"] {
                #expect(try await manager.send(.PATCH, path, json: #"{"time_zone":"\#(zone)"}"#).error?.field == "time_zone", "\(zone)")
            }
            let changed = try await manager.send(.PATCH, path, json: #"{"time_zone":"Pacific/Kiritimati"}"#)
            #expect(try changed.json(Business.self) == Business(id: "b1", name: "b1", timeZone: "Pacific/Kiritimati"))
            // Changing the name keeps the time zone.
            let named = try await manager.send(.PATCH, path, json: #"{"name":"Line Islands"}"#).json(Business.self)
            #expect(named == Business(id: "b1", name: "Line Islands", timeZone: "Pacific/Kiritimati"))
            #expect(try await manager.send(.GET, path).json(Business.self) == named)

            // Noon UTC is 2 a.m. of the next day there.
            let client = try await service.client(app: "app-b1")
            let start = ViewerEvent(id: "e1", name: .start, ts: SetClock.noon, videoID: "v1")
            #expect(try await client.post("/v1/events", EventBatch(events: [start])).status == 202)
            let insights = "/v1/admin/insights?metric=starts&group_by=day"
            let page = try await manager.send(.GET, insights).json(InsightPage.self)
            #expect(page.data == [InsightRow(group: ["day": "2025-11-23"], value: 1)])
            #expect(page.timeZone == "Pacific/Kiritimati")
            // Days end by that time zone.
            let today = "\(insights)&from=2025-11-22T10:00:00Z&to=2025-11-23T10:00:00Z"
            #expect(try await manager.send(.GET, today).json(InsightPage.self).data.map(\.value) == [1])
            let yesterday = "\(insights)&from=2025-11-21T10:00:00Z&to=2025-11-22T10:00:00Z"
            #expect(try await manager.send(.GET, yesterday).json(InsightPage.self).data.isEmpty)
            let studio = try await StudioBrowsing.signedIn(service)
            for page in ["/studio", "/studio/figures"] {
                let text = try await studio.get(page).text
                #expect(text.contains("2025-11-23"), "\(page)")
                #expect(!text.contains("2025-11-24"), "\(page)")
            }
            for page in ["/studio/figures", "/studio/videos/v1/analytics"] {
                #expect(try await studio.get(page).text.contains("Days are in the time zone Pacific/Kiritimati."), "\(page)")
            }
            // Another business keeps its own time zone.
            #expect(try await Manager(service, business: "b2").send(.GET, insights).json(InsightPage.self).timeZone == "UTC")
        }
    }

    @Test("Rows are paged, optionally largest first, and the rest is summed") func pages() async throws {
        try await Self.with { service, manager in
            let client = try await service.client(app: "app-b1")
            for video in 1...5 {
                if video > 1 { try await service.addVideo("v\(video)", minute: video) }
                let events = (0..<video).map { ViewerEvent(id: "e\(video)-\($0)", name: .start, ts: SetClock.noon, videoID: "v\(video)") }
                #expect(try await client.post("/v1/events", EventBatch(events: events)).status == 202)
            }
            let path = "/v1/admin/insights?metric=starts&group_by=video_id&page_size=2"
            let first = try await manager.send(.GET, path + "&order_by=value").json(InsightPage.self)
            #expect(first.data.map(\.value) == [5, 4])
            #expect(first.rest == [InsightRow(group: [:], value: 6)])
            let second = try await manager.send(.GET, #require(first.paging.next)).json(InsightPage.self)
            #expect(second.data.compactMap { $0.group["video_id"] } == ["v3", "v2"])
            #expect(second.rest.map(\.value) == [10])
            let last = try await manager.send(.GET, #require(second.paging.next)).json(InsightPage.self)
            #expect(last.data.map(\.value) == [1])
            #expect(last.rest.map(\.value) == [14])
            #expect(last.paging.next == nil)
            let all = try await manager.send(.GET, "/v1/admin/insights?metric=starts&group_by=video_id").json(InsightPage.self)
            #expect(all.data.compactMap { $0.group["video_id"] } == ["v1", "v2", "v3", "v4", "v5"])
            #expect(all.rest == [])
            for (query, field) in [
                ("page_size=0", "page_size"), ("page_size=10001", "page_size"), ("offset=-1", "offset"), ("order_by=luck", "order_by"),
            ] {
                let reply = try await manager.send(.GET, "/v1/admin/insights?metric=starts&\(query)")
                #expect(reply.status == 422, "\(query)")
                #expect(reply.error?.field == field, "\(query)")
            }
        }
    }

    @Test("A video's figures count only that video, sales have none, and Studio shows its retention")
    func ofOneVideo() async throws {
        try await Self.with { service, manager in
            let client = try await service.client(app: "app-b1")
            try await service.addVideo("v2", minute: 2)
            let reported: [(EventName, String, Int)] = [
                (.start, "v1", 4), (.firstQuartile, "v1", 3), (.midpoint, "v1", 2), (.thirdQuartile, "v1", 2), (.complete, "v1", 1),
                (.start, "v2", 3),
            ]
            let events = reported.enumerated().flatMap { index, fact in
                let (name, video, count) = fact
                return (0..<count).map { ViewerEvent(id: "e\(index)-\($0)", name: name, ts: SetClock.noon, videoID: video) }
            }
            #expect(try await client.post("/v1/events", EventBatch(events: events)).status == 202)
            func starts(_ query: String) async throws -> [Double] {
                try Self.rows(try await manager.send(.GET, "/v1/admin/insights?metric=starts\(query)")).map(\.value)
            }
            #expect(try await starts("") == [7])
            #expect(try await starts("&video_id=v1") == [4])
            #expect(try await starts("&video_id=v2") == [3])
            #expect(try await starts("&video_id=none") == [0])
            #expect(try await starts("&video_id=v1%27%20OR%201=1") == [0])
            for metric in ["gmv", "purchases", "lift"] {
                let reply = try await manager.send(.GET, "/v1/admin/insights?metric=\(metric)&video_id=v1")
                #expect(reply.status == 422, "\(metric)")
                #expect(reply.error?.field == "video_id", "\(metric)")
            }
            let studio = try await StudioBrowsing.signedIn(service)
            let page = try await studio.get("/studio/videos/v1/analytics?days=7").text
            #expect(page.contains("Audience retention: 100 % at 0 %, 75 % at 25 %, 50 % at 50 %, 50 % at 75 %, 25 % at 100 %."))
            #expect(try await studio.get("/studio/videos/none/analytics").status == 404)
            let other = try await StudioBrowsing.signedIn(service, business: "b2")
            #expect(try await other.get("/studio/videos/v1/analytics").status == 404)
        }
    }

    @Test("A business gets figures of its own apps, over whole days") func own() async throws {
        try await Self.with { service, manager in
            for (app, count) in [("app-b1", 2), ("app-b2", 5)] {
                let client = try await service.client(app: app)
                let events = (0..<count).map { ViewerEvent(id: "e\($0)", name: .start, ts: SetClock.noon, videoID: "v1") }
                #expect(try await client.post("/v1/events", EventBatch(events: events)).status == 202)
            }
            let path = "/v1/admin/insights?metric=starts"
            #expect(try await Self.rows(manager.send(.GET, path)) == [InsightRow(group: [:], value: 2)])
            let days = "&from=2025-11-22T00:00:00Z&to=2025-11-23T00:00:00Z"
            let byDay = try await Self.rows(manager.send(.GET, path + "&group_by=day,video_id" + days))
            #expect(byDay == [InsightRow(group: ["day": "2025-11-22", "video_id": "v1"], value: 2)])
            #expect(
                try await Self.rows(manager.send(.GET, path + "&from=2025-11-20T00:00:00Z&to=2025-11-22T00:00:00Z")).map(\.value) == [0])
            for metric in InsightMetric.known {
                #expect(try await manager.send(.GET, "/v1/admin/insights?metric=\(metric.rawValue)").status == 200, "\(metric.rawValue)")
            }
        }
    }

    @Test(
        "An invalid query is refused",
        arguments: [
            ("", "metric"), ("metric=luck", "metric"), ("metric=starts&group_by=colour", "group_by"),
            ("metric=starts&group_by=day,day", "group_by"), ("metric=gmv&group_by=product_id", "group_by"),
            ("metric=starts&from=yesterday", "from"), ("metric=starts&from=2020-01-01T00:00:00Z", "from"),
            ("metric=starts&from=2025-11-22T00:00:00Z&to=2025-11-21T00:00:00Z", "to"),
            ("metric=starts&from=0000-01-01T00:00:00Z&to=9999-12-31T00:00:00Z", "from"),
        ]) func wrong(query: String, field: String) async throws
    {
        try await Self.with { _, manager in
            let reply = try await manager.send(.GET, "/v1/admin/insights?\(query)")
            #expect(reply.status == 422, "\(reply.text)")
            #expect(reply.error?.field == field, "\(reply.text)")
        }
    }

    @Test("Figures need their scope") func scopes() async throws {
        try await Self.with { service, _ in
            let manager = try await Manager(service, scopes: ["videos:write"])
            #expect(try await manager.send(.GET, "/v1/admin/insights?metric=starts").code == .insufficientScope)
        }
    }
}
