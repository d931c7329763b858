// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Insights by HTTP", .onEachDatabase) struct InsightRouteTests {
    private static func with(_ body: @escaping @Sendable (RunningService, Manager) async throws -> Void) async throws {
        try await RunningService.with { service in
            try await service.addChannel("c1")
            for business in ["b1", "b2"] {
                var app = ClientApp(id: "app-\(business)", name: "x", createdAt: service.clock.now)
                app.businessID = business
                try await service.catalogue.resources.save(app, at: service.clock.now)
            }
            try await body(service, Manager(service))
        }
    }

    private static func rows(_ reply: Reply) throws -> [InsightRow] { try reply.json(ResourceList<InsightRow>.self).data }

    @Test("a business is told of its own apps, over whole days") func own() async throws {
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
        "a question that is none is refused",
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
            #expect(reply.status == 422 && reply.error?.field == field, "\(reply.text)")
        }
    }

    @Test("only who may read figures is told") func scopes() async throws {
        try await Self.with { service, _ in
            let manager = try await Manager(service, scopes: ["videos:write"])
            #expect(try await manager.send(.GET, "/v1/admin/insights?metric=starts").code == .insufficientScope)
        }
    }
}
