// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOHTTP1
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxServer

@Suite("Live stream timers and exports", .onEachDatabase) struct LiveTimerTests {
    @Test("A stream with automatic start starts once when it is due") func starts() async throws {
        try await RunningService.with { service in
            let listener = try await Listener(service)
            let due = service.clock.now.addingTimeInterval(3600)
            try await service.addLive("l1", .idle) { ($0.startType, $0.scheduledAt) = (.auto, due) }
            try await service.addLive("l2", .idle) { ($0.startType, $0.scheduledAt) = (.manual, due) }
            try await service.addLive("l3", .idle) { $0.startType = .auto }
            try await service.addLive("l4", .idle) { ($0.startType, $0.scheduledAt) = (.auto, due) }
            let manager = try await Manager(service)
            // One was cancelled before, and one was postponed.
            _ = try await manager.send(.POST, "/v1/admin/live_streams/l4/end")
            service.clock.advance(by: 3599)
            try await service.tick()
            #expect(try await listener.types == ["live.ended"])
            let socket = try await SocketClient.follow(try await service.client())
            service.clock.advance(by: 1)
            try await service.tick()
            try await service.tick()
            #expect(try await listener.types == ["live.ended", "live.started"])
            var statuses: [LiveStatus?] = []
            for id in ["l1", "l2", "l3", "l4"] {
                statuses.append(try await service.catalogue.resources.find(LiveStream.self, id: id)?.status)
            }
            #expect(statuses == [.live, .idle, .idle, .completed])
            var message = try await socket.message()
            while message.type != .status { message = try await socket.message() }
            #expect(message.data["status"] == "live")
            #expect(message.data["started_at"]?.text == Timestamp.text(service.clock.now))
        }
    }

    @Test("Two processes start a stream once") func startedOnce() async throws {
        try await RunningService.with { one in
            let listener = try await Listener(one)
            try await one.addLive("l1", .idle) { ($0.startType, $0.scheduledAt) = (.auto, SetClock.noon) }
            try await RunningService.with(database: one.database) { other in
                async let first: Void = one.tick()
                async let second: Void = other.tick()
                _ = try await (first, second)
                #expect(try await listener.types == ["live.started"])
                #expect(try await one.catalogue.live.due(at: one.clock.now).isEmpty)
            }
        }
    }

    /// Has no capacity for one stream.
    private struct FullStations: LiveStationProvider {
        func begin(_ stream: LiveStream) async throws -> LiveEndpoints {
            if stream.id == "full" { throw APIError(.conflict, "There is no room.") }
            return LiveEndpoints()
        }
        func end(_ id: String) async throws -> LiveRecording? { nil }
        func prepare(_ stream: LiveStream) async throws -> LiveEndpoints { try await begin(stream) }
        func state(of id: String) async -> LiveIngestState? { nil }
    }

    @Test("A stream that can't start when due does not delay others, and is retried") func startFails() async throws {
        try await RunningService.with { service in
            for id in ["full", "l1"] { try await service.addLive(id, .idle) { ($0.startType, $0.scheduledAt) = (.auto, SetClock.noon) } }
            let (catalogue, hub) = (service.catalogue, service.service.liveService.hub)
            let full = LiveStreamService(catalogue: catalogue, hub: hub, vault: service.service.vault, stationProvider: FullStations())
            func status(_ id: String) async throws -> LiveStatus? { try await catalogue.resources.find(LiveStream.self, id: id)?.status }
            await #expect(throws: APIError.self) { try await full.begin(at: SetClock.noon) }
            #expect(try await status("full") == .idle)
            #expect(try await status("l1") == .live)
            // Not immediately.
            try await service.tick()
            #expect(try await status("full") == .idle)
            service.clock.advance(by: 10)
            try await service.tick()
            #expect(try await status("full") == .live)
        }
    }

    @Test("A guest is reminded once: ten minutes before, or when the stream starts early") func reminders() async throws {
        try await RunningService.with { service in
            let listener = try await Listener(service)
            for id in ["l1", "l2"] {
                try await service.addLive(id, .idle) { $0.scheduledAt = SetClock.noon.addingTimeInterval(3600) }
            }
            let (ann, bob) = (try await service.client(), try await service.client())
            func remind(_ client: Client, _ stream: String, _ channel: String) async throws -> Reply {
                try await client.post("/v1/live_streams/\(stream)/reminders", ReminderRequest(channel: channel))
            }
            #expect(try await remind(ann, "l1", "webhook").status == 201)
            #expect(try await remind(ann, "l1", "webhook").status == 201)
            #expect(try await remind(bob, "l2", "webhook").status == 201)
            #expect(try await remind(bob, "l1", "ics").status == 201)
            #expect(try await remind(bob, "l1", "pigeon").error?.field == "channel")
            service.clock.advance(by: 2999)
            try await service.tick()
            #expect(try await listener.reported.isEmpty)
            _ = try await Manager(service).send(.POST, "/v1/admin/live_streams/l2/start")
            #expect(try await listener.types == ["live.reminder", "live.started"])
            service.clock.advance(by: 1)
            for _ in 0..<2 { try await service.tick() }
            let deliveries = try await listener.reported
            #expect(deliveries.map(\.type) == ["live.reminder", "live.reminder", "live.started"])
            #expect(deliveries[1].data["guest_ids"] == [.string(ann.guestID)])
            #expect(deliveries[1].data["live_stream_id"] == "l1")
            #expect(try await remind(ann, "l2", "webhook").code == .invalidTransition)
            // Late reminders are sent when it begins.
            #expect(try await remind(bob, "l1", "webhook").status == 201)
            try await service.tick()
            #expect(try await listener.reported.count == 3)
            _ = try await Manager(service).send(.POST, "/v1/admin/live_streams/l1/start")
            #expect(try await listener.types.count { $0 == "live.reminder" } == 3)
            #expect(try await service.catalogue.live.due(at: service.clock.now).isEmpty)
        }
    }

    @Test("Reminders missed because the service was killed are sent when it runs again") func remindersAfterKill() async throws {
        try await RunningService.with { service in
            let listener = try await Listener(service)
            try await service.addLive("l1", .idle) { $0.scheduledAt = SetClock.noon.addingTimeInterval(3600) }
            let reminders = (0..<1001).map { Reminder("g\($0)", of: "l1") }
            try await service.catalogue.resources.save(reminders, at: service.clock.now)
            // It began, and the process ended right after that.
            try await service.catalogue.live.perform(on: "l1", at: service.clock.now) { live in
                var stream = try #require(try live.find(LiveStream.self, id: "l1"))
                stream.become(.live, at: SetClock.noon)
                try live.set(LiveTimer(stream: "l1", kind: .remind))
                try live.save(stream)
            }
            for _ in 0..<2 { try await service.tick() }
            let deliveries = try await listener.reported.map { $0.data["guest_ids"]?.elements ?? [] }
            #expect(deliveries.map(\.count).sorted() == [1, 500, 500])
            #expect(Set(deliveries.flatMap { $0 }.compactMap(\.text)) == Set(reminders.map(\.guestID)))
        }
    }

    @Test(
        "User text can't become a spreadsheet formula",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\t=1", "'\t=1"), ("  =1", "'  =1"),
            ("＝1", "'＝1"), ("\u{FEFF}=1", "'\u{FEFF}=1"), ("|cmd", "'|cmd"), ("plain = text", "plain = text"), ("", ""), ("\r=1", "'\r=1"),
        ])
    func formulas(cell: String, safe: String) { #expect(SpreadsheetText.safe(cell) == safe) }

    @Test("Comments are exported as CSV, oldest first, with all cells escaped") func tables() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (client, manager) = (try await service.client(), try await Manager(service))
            _ = try await client.write("=HYPERLINK(\"https://evil.example\")") { $0.username = "+Ann, \"the\" one" }
            service.clock.advance(by: 1)
            _ = try await client.write("two\nlines, and more")
            let reply = try await manager.send(.GET, "/v1/admin/live_streams/l1/comments.csv")
            #expect(reply["Content-Type"]?.hasPrefix("text/csv") == true)
            #expect(reply["Content-Disposition"] == "attachment; filename=\"comments-l1.csv\"")
            let lines = reply.text.components(separatedBy: "\r\n")
            #expect(lines.count == 4 && lines[0].hasPrefix(#""id","at","guest_id""#))
            #expect(lines[1].contains(#""'+Ann, ""the"" one","'=HYPERLINK(""https://evil.example"")""#))
            #expect(lines[2].contains("\"two\nlines, and more\",\"false\",\"false\""))
        }
    }
}
