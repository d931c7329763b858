// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
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
}
