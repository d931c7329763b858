// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WindowboxCatalogue
import WindowboxContract
import WindowboxServiceKit

@Suite("Jobs", .serialized) struct JobTests {
    private static let noon = OpenedCatalogue.noon
    private static func after(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    private static func add(_ opened: OpenedCatalogue, _ name: String, key: String? = nil, runAt: Date = noon, attempts: Int = 3)
        async throws
        -> Job
    {
        try await opened.catalogue.jobs.add(
            kind: "package", payload: ["name": .string(name)], key: key, runAt: runAt, maxAttempts: attempts, at: noon)
    }

    @Test("Each job is given to one worker", arguments: Make.available) func taking(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            for number in 0..<20 { _ = try await Self.add(opened, "\(number)") }
            let taken = try await withThrowingTaskGroup(of: [String].self) { group in
                for worker in 0..<5 {
                    group.addTask {
                        var mine: [String] = []
                        let jobs = opened.catalogue.jobs
                        while let job = try await jobs.take(kinds: ["package"], worker: "w\(worker)", for: 60, at: Self.noon) {
                            mine.append(job.id)
                        }
                        return mine
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(taken.count == 20)
            #expect(Set(taken).count == 20)
        }
    }

    @Test("An expired lease passes to another worker, and the first worker's updates are refused", arguments: Make.available) func leases(
        make: Make
    ) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let jobs = opened.catalogue.jobs
            _ = try await Self.add(opened, "a")
            let first = try #require(try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.noon))
            #expect(first.payload == ["name": "a"])
            #expect(first.attempt == 1)
            #expect(first.state == .running)
            #expect(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.after(9)) == nil)
            #expect(try await jobs.renew(first, progress: 0.5, for: 10, at: Self.after(9)))
            #expect(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.after(18)) == nil)
            let second = try #require(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.after(20)))
            #expect(second.id == first.id)
            #expect(second.attempt == 2)
            #expect(try await !jobs.renew(first, progress: 0.9, for: 10, at: Self.after(20)))
            #expect(try await !jobs.complete(first))
            #expect(try await !jobs.fail(first, fault: "late", retryAt: nil))
            #expect(try await jobs.complete(second))
            let done = try await jobs.job(id: first.id)
            #expect(done?.state == .done)
            #expect(done?.progress == 1)
            #expect(done?.leaseUntil == nil)
            #expect(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.after(1000)) == nil)
            #expect(try await jobs.forgetJobs(before: Self.after(1)) == 1)
        }
    }

    @Test("A failed job is retried later, up to its limit", arguments: Make.available) func failing(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let jobs = opened.catalogue.jobs
            let job = try await Self.add(opened, "a", attempts: 2)
            let first = try #require(try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.noon))
            #expect(try await jobs.fail(first, fault: "no\0 disk", retryAt: Self.after(60)))
            #expect(try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.after(59)) == nil)
            #expect(try await jobs.job(id: job.id)?.fault == "no disk")
            let second = try #require(try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.after(60)))
            #expect(try await jobs.fail(second, fault: "again", retryAt: Self.after(120)))
            #expect(try await jobs.job(id: job.id)?.state == .failed)
            // The last worker of another job disappeared.
            let lost = try await Self.add(opened, "b", attempts: 1)
            _ = try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.noon)
            #expect(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.after(100)) == nil)
            #expect(try await jobs.abandoned(kinds: ["package"], at: Self.after(9)) == [])
            #expect(try await jobs.abandoned(kinds: ["other"], at: Self.after(100)) == [])
            let abandoned = try await jobs.abandoned(kinds: ["other", "package"], at: Self.after(100))
            #expect(abandoned.map(\.id) == [lost.id])
            #expect(try await jobs.fail(abandoned[0], fault: "gone", retryAt: nil))
            #expect(try await jobs.job(id: lost.id)?.state == .failed)
            #expect(try await jobs.abandoned(kinds: ["package"], at: Self.after(100)) == [])
        }
    }

    @Test("Jobs are taken in due order, by kind, and once for each key", arguments: Make.available) func order(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let jobs = opened.catalogue.jobs
            _ = try await Self.add(opened, "late", runAt: Self.after(50))
            let early = try await Self.add(opened, "early", key: "k", runAt: Self.after(10))
            #expect(try await Self.add(opened, "twin", key: "k") == early)
            #expect(try await jobs.take(kinds: ["other"], worker: "w", for: 10, at: Self.after(100)) == nil)
            #expect(try await jobs.take(kinds: ["package"], worker: "w", for: 10, at: Self.after(5)) == nil)
            #expect(
                try await jobs.take(kinds: ["other", "package"], worker: "w", for: 10, at: Self.after(100))?.payload["name"] == "early")
            #expect(try await jobs.take(kinds: ["package"], worker: "w", for: 10, at: Self.after(100))?.payload["name"] == "late")
        }
    }

    @Test("A released job counts as never taken", arguments: Make.available) func release(make: Make) async throws {
        try await OpenedCatalogue.with(make) { opened in
            let jobs = opened.catalogue.jobs
            _ = try await Self.add(opened, "a", attempts: 1)
            let first = try #require(try await jobs.take(kinds: ["package"], worker: "w1", for: 10, at: Self.noon))
            #expect(try await jobs.release(first, at: Self.noon))
            #expect(try await !jobs.release(first, at: Self.noon))
            let second = try #require(try await jobs.take(kinds: ["package"], worker: "w2", for: 10, at: Self.noon))
            #expect(second.id == first.id)
            #expect(second.attempt == 1)
            #expect(second.worker == "w2")
            #expect(try await !jobs.complete(first))
            #expect(try await jobs.complete(second))
        }
    }
}
