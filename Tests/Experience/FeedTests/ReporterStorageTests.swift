// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxContract
import WindowboxFeedKit

@testable import WindowboxFeed

@Suite("Reporter storage", .timeLimit(.minutes(1))) struct ReporterStorageTests {
    @Test("A failed write is reported, and everything is written once possible") func failing() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "wb-reporter-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "queue.jsonl")
        let now = Mutex(100.0)
        let number = Mutex(0)
        let clock = Reporter.Clock(
            now: { now.withLock { $0 } }, date: { Date(timeIntervalSince1970: 1_763_812_800) }, sleep: { _ in throw CancellationError() })
        let reporter = Reporter(ScriptedService(), file: file, clock: clock) {
            number.withLock { number in
                number += 1
                return "id\(number)"
            }
        }
        var failures = await reporter.storageFailures.makeAsyncIterator()
        #expect(await failures.next() == .some(nil))
        // JSON can't represent this value.
        var draft = EventDraft(.start, ReportContext(widget: .player, video: .sample()))
        draft.properties = ["speed": .number(.nan)]
        await reporter.record(draft)
        let failure = try #require(await failures.next())
        #expect(failure != nil)
        draft.properties = [:]
        await reporter.record(draft)
        #expect(await reporter.pending == 2)
        #expect(await reporter.storageFailure == failure)
        // This level drops the properties, which can't be written. A moment later, both events are written.
        now.withLock { $0 += 30 }
        await reporter.set(level: .essentialOnly)
        #expect(await reporter.storageFailure == nil)
        #expect(await failures.next() == .some(nil))
        #expect(try ReportJournal.open(file).1.map(\.id) == ["id1", "id2"])
        await reporter.record(draft)
        #expect(try ReportJournal.open(file).1.map(\.id) == ["id1", "id2", "id3"])
    }
}
