// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import WindowboxCatalogue
import WindowboxContract

@testable import WindowboxPackager

@Suite("Job workers", .serialized) struct JobWorkerTests {
    private static let noon = Date(timeIntervalSince1970: 1_763_812_800)
    private struct Trouble: Error, CustomStringConvertible { let description: String }

    private static func with(_ body: (any JobRepository) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let catalogue = try await Catalogue(folder.appending(path: "catalogue.sqlite").path)
            do { try await body(catalogue.jobs) } catch {
                try? await catalogue.close()
                throw error
            }
            try await catalogue.close()
        }
    }

    private static func add(_ jobs: any JobRepository, attempts: Int = 3) async throws -> Job {
        try await jobs.add(kind: "work", payload: [:], key: nil, runAt: noon, maxAttempts: attempts, at: noon)
    }

    /// Simulates work without an end.
    private static func untilCancelled() async throws {
        for await _ in AsyncStream<Void>.makeStream().stream {}
        try Task.checkCancellation()
    }

    private static func configuration(_ change: (inout JobWorker.Configuration) -> Void = { _ in }) -> JobWorker.Configuration {
        var configuration = JobWorker.Configuration()
        configuration.backOff = BackOff(first: 10, longest: 60)
        change(&configuration)
        return configuration
    }

    @Test("A worker runs due jobs, and reports when there are none") func done() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs)
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, report in report(0.5) }], configuration: Self.configuration(), now: { Self.noon })
            #expect(try await worker.runOne())
            #expect(try await !worker.runOne())
            #expect(try await jobs.job(id: job.id)?.state == .done)
        }
    }

    @Test("A worker reports progress while it works, not only when it renews its lease") func progress() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs)
            // A lease of a minute: a renewal would come after 20 seconds.
            let configuration = Self.configuration { ($0.lease, $0.progressPause) = (60, 0.01) }
            let worker = JobWorker(
                jobs: jobs,
                handlers: [
                    "work": { _, report in
                        report(0.4)
                        while try await jobs.job(id: job.id)?.progress != 0.4 { await Task.yield() }
                    }
                ], configuration: configuration, now: { Self.noon })
            #expect(try await worker.runOne())
            #expect(try await jobs.job(id: job.id)?.state == .done)
        }
    }

    @Test("A failed job is retried at growing intervals, then given up and reported") func retries() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 3)
            let clock = Mutex(Self.noon)
            let given = Mutex<[String]>([])
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, _ in throw Trouble(description: "no luck") }], configuration: Self.configuration(),
                now: { clock.withLock { $0 } }, onGiveUp: { job, fault in given.withLock { $0.append("\(job.attempt) \(fault)") } })
            var delays: [Double] = []
            for _ in 0..<2 {
                #expect(try await worker.runOne())
                let failed = try #require(try await jobs.job(id: job.id))
                #expect(failed.state == .queued)
                #expect(failed.fault == "no luck")
                delays.append(failed.runAt.timeIntervalSince(clock.withLock { $0 }))
                clock.withLock { $0 = failed.runAt.addingTimeInterval(-0.001) }
                #expect(try await !worker.runOne())
                clock.withLock { $0 = failed.runAt }
            }
            #expect((7.5...10).contains(delays[0]))
            #expect((15...20).contains(delays[1]))
            #expect(given.withLock { $0 }.isEmpty)
            #expect(try await worker.runOne())
            #expect(try await jobs.job(id: job.id)?.state == .failed)
            #expect(given.withLock { $0 } == ["3 no luck"])
        }
    }

    @Test("A job abandoned in its last attempt is given up, and reported until that succeeds") func abandoned() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 1)
            _ = try await jobs.take(kinds: ["work"], worker: "killed", for: 10, at: Self.noon)
            let reports = Mutex<[String]>([])
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, _ in }], configuration: Self.configuration(),
                now: { Self.noon.addingTimeInterval(11) },
                onGiveUp: { job, fault in
                    let count = reports.withLock { reports in
                        reports.append("\(job.id) \(fault)")
                        return reports.count
                    }
                    // The database is busy.
                    if count == 1 { throw Trouble(description: "busy") }
                })
            await #expect(throws: Trouble.self) { try await worker.runOne() }
            #expect(try await jobs.job(id: job.id)?.state == .running)
            #expect(try await !worker.runOne())
            #expect(try await jobs.job(id: job.id)?.state == .failed)
            #expect(try await !worker.runOne())
            #expect(reports.withLock { $0 } == Array(repeating: "\(job.id) The worker stopped.", count: 2))
        }
    }

    @Test("A job that can't be given up doesn't keep other jobs from being done") func stuck() async throws {
        try await Self.with { jobs in
            let stuck = try await Self.add(jobs, attempts: 1)
            _ = try await jobs.take(kinds: ["work"], worker: "killed", for: 10, at: Self.noon)
            let other = try await Self.add(jobs)
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, _ in }], configuration: Self.configuration(),
                now: { Self.noon.addingTimeInterval(11) }, onGiveUp: { _, _ in throw Trouble(description: "unreadable") })
            #expect(try await worker.runOne())
            #expect(try await jobs.job(id: other.id)?.state == .done)
            // Without another job, the cause is reported.
            await #expect(throws: Trouble.self) { try await worker.runOne() }
            #expect(try await jobs.job(id: stuck.id)?.state == .running)
        }
    }

    @Test("A worker reports that the database fails, and goes on") func interrupted() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 1)
            _ = try await jobs.take(kinds: ["work"], worker: "killed", for: 10, at: Self.noon)
            let (events, report) = AsyncStream.makeStream(of: JobWorker.Event.self)
            let isBusy = Mutex(true)
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, _ in }],
                configuration: Self.configuration {
                    $0.pause = 0.001
                    $0.onEvent = { report.yield($0) }
                }, now: { Self.noon.addingTimeInterval(11) },
                onGiveUp: { _, _ in if isBusy.withLock({ $0 }) { throw Trouble(description: "busy") } })
            let task = Task { await worker.run() }
            var faults: [String] = []
            for await event in events {
                guard case .stopped(let fault) = event else { continue }
                faults.append(fault)
                if faults.count == 2 { break }
            }
            #expect(faults == ["busy", "busy"])
            isBusy.withLock { $0 = false }
            while try await jobs.job(id: job.id)?.state != .failed { await Task.yield() }
            task.cancel()
            await task.value
        }
    }

    @Test("An attempt without progress ends and counts as failed") func hanging() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 2)
            let worker = JobWorker(
                jobs: jobs,
                handlers: [
                    "work": { _, report in
                        report(0.5)
                        try await Self.untilCancelled()
                    }
                ], configuration: Self.configuration { $0.longestSilence = 0.05 }, now: { Self.noon })
            #expect(try await worker.runOne())
            let failed = try #require(try await jobs.job(id: job.id))
            #expect(failed.state == .queued)
            #expect(failed.attempt == 1)
            #expect(failed.fault?.hasPrefix("It made no progress") == true)
        }
    }

    @Test("A permanent failure is not retried") func final() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 9)
            let worker = JobWorker(
                jobs: jobs, handlers: ["work": { _, _ in throw Trouble(description: "never") }],
                configuration: Self.configuration { $0.isFinal = { $0 is Trouble } }, now: { Self.noon })
            #expect(try await worker.runOne())
            #expect(try await jobs.job(id: job.id)?.state == .failed)
        }
    }

    @Test("A worker shows its progress, and stops when its job passes to another worker") func heartbeat() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs)
            let (isWorking, working) = AsyncStream.makeStream(of: Void.self)
            let worker = JobWorker(
                jobs: WatchedJobs(jobs) { job in
                    if try await jobs.job(id: job.id)?.progress == 0.25 { working.yield() }
                },
                handlers: [
                    "work": { _, report in
                        report(0.25)
                        // Until it is cancelled.
                        try await Self.untilCancelled()
                    }
                ], configuration: Self.configuration { $0.lease = 0.06 }, now: { Self.noon })
            let task = Task { try await worker.runOne() }
            for await _ in isWorking { break }
            // The lease has expired by this time.
            let later = Self.noon.addingTimeInterval(1000)
            let other = try #require(try await jobs.take(kinds: ["work"], worker: "other", for: 10, at: later))
            #expect(other.id == job.id)
            #expect(other.attempt == 2)
            #expect(try await task.value)
            #expect(try await jobs.job(id: job.id)?.worker == "other")
        }
    }

    @Test("A worker that shuts down releases its job without counting the attempt") func ending() async throws {
        try await Self.with { jobs in
            let job = try await Self.add(jobs, attempts: 1)
            let (isWorking, working) = AsyncStream.makeStream(of: Void.self)
            let worker = JobWorker(
                jobs: jobs,
                handlers: [
                    "work": { _, _ in
                        working.yield()
                        try await Self.untilCancelled()
                    }
                ], configuration: Self.configuration(), now: { Self.noon })
            let task = Task { await worker.run() }
            for await _ in isWorking { break }
            task.cancel()
            await task.value
            let back = try #require(try await jobs.job(id: job.id))
            #expect(back.state == .queued)
            #expect(back.attempt == 0)
            #expect(back.leaseUntil == nil)
        }
    }

    @Test("Retry delays grow up to a limit, with jitter") func backOff() {
        let backOff = BackOff(first: 5, longest: 100)
        #expect((1...8).map { backOff.delay(after: $0, jitter: 1) } == [5, 10, 20, 40, 80, 100, 100, 100])
        #expect(backOff.delay(after: .max, jitter: 0) == 75)
        #expect(backOff.delay(after: .min, jitter: 0) == 3.75)
    }
}

/// Reports when a renewal has been written.
private struct WatchedJobs: JobRepository {
    let jobs: any JobRepository
    let onRenew: @Sendable (Job) async throws -> Void

    init(_ jobs: any JobRepository, onRenew: @escaping @Sendable (Job) async throws -> Void) {
        self.jobs = jobs
        self.onRenew = onRenew
    }

    func add(kind: String, payload: JSONValue, key: String?, runAt: Date, maxAttempts: Int, at now: Date) async throws -> Job {
        try await jobs.add(kind: kind, payload: payload, key: key, runAt: runAt, maxAttempts: maxAttempts, at: now)
    }

    func abandoned(kinds: [String], at now: Date) async throws -> [Job] { try await jobs.abandoned(kinds: kinds, at: now) }

    func take(kinds: [String], worker: String, for seconds: Double, at now: Date) async throws -> Job? {
        try await jobs.take(kinds: kinds, worker: worker, for: seconds, at: now)
    }

    func renew(_ job: Job, progress: Double, for seconds: Double, at now: Date) async throws -> Bool {
        let isOurs = try await jobs.renew(job, progress: progress, for: seconds, at: now)
        try await onRenew(job)
        return isOurs
    }

    func complete(_ job: Job, keeping payload: JSONValue?) async throws -> Bool { try await jobs.complete(job, keeping: payload) }
    func fail(_ job: Job, fault: String, retryAt: Date?, keeping payload: JSONValue?) async throws -> Bool {
        try await jobs.fail(job, fault: fault, retryAt: retryAt, keeping: payload)
    }
    func release(_ job: Job, at now: Date) async throws -> Bool { try await jobs.release(job, at: now) }
    func job(id: String) async throws -> Job? { try await jobs.job(id: id) }
    func forgetJobs(before date: Date) async throws -> Int { try await jobs.forgetJobs(before: date) }
}
