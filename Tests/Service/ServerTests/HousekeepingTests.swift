// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import NIOCore
import Testing
import WindowboxContract

@testable import WindowboxCatalogue
@testable import WindowboxServer

@Suite("Housekeeping") struct HousekeepingTests {
    @Test("A step that fails is logged with its cause, and the others are done") func failing() async throws {
        let log = RecordedLog()
        try await RunningService.with { service in
            let store = try #require(service.catalogue.resources as? SQLResources).store
            let housekeeping = Housekeeping(service.service, logger: Logger(label: "test") { _ in log })
            let client = try await service.client(device: "d1")
            service.clock.advance(by: 401 * 86400)
            // One of the first steps can't do its work.
            _ = try await store.write { try $0.execute("ALTER TABLE job RENAME TO moved") }
            #expect(await housekeeping.tidy(at: service.clock.now) == ["jobs"])
            #expect(try await service.catalogue.guests.guest(id: client.guestID) == nil)
            let line = try #require(log.lines.first { $0.contains("housekeeping failed") })
            #expect(line.contains("step=jobs"), "\(line)")
            #expect(line.contains("fault="), "\(line)")
            _ = try await store.write { try $0.execute("ALTER TABLE moved RENAME TO job") }
            #expect(await housekeeping.tidy(at: service.clock.now) == [])
        }
    }

    @Test("Work that fails is reported with its cause, and goes on") func repeated() async {
        struct Trouble: Error {}
        let log = RecordedLog()
        let (done, finish) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            var calls = 0
            await RepeatedWork(name: "mail", logger: Logger(label: "test") { _ in log }, pause: 0.001).run {
                calls += 1
                if calls <= 2 { throw Trouble() }
                finish.yield(calls)
                return false
            }
        }
        for await calls in done {
            #expect(calls >= 3)
            break
        }
        task.cancel()
        await task.value
        #expect(log.lines == Array(repeating: "mail interrupted fault=Trouble()", count: 2))
    }

    @Test("Viewers get the events of other processes although results can't be read") func ticking() async throws {
        try await RunningService.with { service in
            try await service.addLive()
            let (hub, now) = (service.service.liveService.hub, service.clock.now)
            let reader = EventSubscriber.guest("g1")
            let (id, _, last) = try await hub.follow("l1", as: reader, code: nil, until: now.addingTimeInterval(1000))
            var poll = Interaction(id: "i1", type: .poll, prompt: "?")
            (poll.liveStreamID, poll.state) = ("l1", .active)
            try await service.catalogue.resources.save(poll, at: now)
            let store = try #require(service.catalogue.resources as? SQLResources).store
            _ = try await store.write { try $0.execute("UPDATE resource SET document = '{' WHERE id = 'i1'") }
            await hub.hasPlayed("i1", of: "l1")
            try await service.catalogue.live.perform(on: "l1", at: now) { try $0.emit(.announcement, ["text": "hello"]) }
            await #expect(throws: (any Error).self) { try await hub.tick(at: now) }
            let texts = try await hub.messages(of: "l1", after: last, for: reader).texts.map { String(buffer: $0) }
            #expect(texts.contains { $0.contains("hello") }, "\(texts)")
            _ = await hub.unfollow("l1", id)
        }
    }
}
