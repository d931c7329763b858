// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import WindowboxCatalogue
public import WindowboxContract

/// Runs jobs from the catalogue, one at a time. Any number of workers may run in any number of processes.
public struct JobWorker: Sendable {
    /// Performs a job; `report` takes its progress, 0...1. If another worker gets the job meanwhile, its task is cancelled.
    public typealias Handler = @Sendable (_ job: Job, _ report: @escaping @Sendable (Double) -> Void) async throws -> Void
    /// Called when a job has finally failed, possibly more than once, to record the failure in the job's target, such as a video.
    public typealias GiveUpHandler = @Sendable (_ job: Job, _ fault: String) async throws -> Void

    public enum Event: Sendable {
        case began(Job)
        case done(Job)
        /// The job succeeds, but part of its result is missing.
        case warned(Job, warning: String)
        /// It will be retried unless `isFinal`.
        case failed(Job, fault: String, isFinal: Bool)
        /// Another worker has taken it over.
        case lost(Job)
        /// The database can't be used. The worker continues after a pause, which grows with each failure.
        case stopped(fault: String)
    }

    public struct Configuration: Sendable {
        /// Identifies this worker; unique per process.
        public var name = "worker-\(UUID().uuidString.prefix(8))"
        /// Seconds until another worker may take a job that is not renewed. It is renewed three times as often.
        public var lease = 30.0
        /// Seconds between polls when no job is due.
        public var pause = 1.0
        /// Seconds between progress reports while there is progress.
        public var progressPause = 1.0
        /// Seconds without progress after which an attempt is aborted.
        public var longestSilence = 2 * 3600.0
        public var backOff = BackOff()
        /// Called for each event, for logging.
        public var onEvent: @Sendable (Event) -> Void = { _ in }
        /// The payload to keep after a job has ended; nil to keep all of it.
        public var remains: @Sendable (Job) -> JSONValue? = { _ in nil }
        /// Whether retrying is pointless for an error.
        public var isFinal: @Sendable (any Error) -> Bool = { _ in false }

        public init() {}
    }

    private let jobs: any JobRepository
    private let handlers: [String: Handler]
    private let onGiveUp: GiveUpHandler
    private let configuration: Configuration
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - handlers: by job kind.
    public init(
        jobs: any JobRepository, handlers: [String: Handler], configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> Date = { Date() }, onGiveUp: @escaping GiveUpHandler = { _, _ in }
    ) {
        self.jobs = jobs
        self.handlers = handlers
        self.configuration = configuration
        self.now = now
        self.onGiveUp = onGiveUp
    }

    /// Runs until its task is cancelled. Database failures are reported as events, and retried at growing intervals.
    public func run() async {
        let waits = BackOff(first: configuration.pause, longest: max(configuration.pause, Self.longestPause))
        var failures = 0
        while !Task.isCancelled {
            do {
                let worked = try await runOne()
                failures = 0
                if !worked { try? await Task.sleep(for: .seconds(configuration.pause)) }
            } catch {
                guard !Task.isCancelled else { return }
                failures += 1
                configuration.onEvent(.stopped(fault: "\(error)"))
                try? await Task.sleep(for: .seconds(waits.delay(after: failures, jitter: .random(in: 0..<1))))
            }
        }
    }

    /// The longest pause after failures, in seconds. It is short, because new jobs wait for it.
    private static let longestPause = 10.0

    /// Runs one job if one is due.
    /// - Returns: whether there was one.
    /// - Throws: database errors. Failures of the job are recorded in the database.
    @discardableResult
    public func runOne() async throws -> Bool {
        // A job that can't be marked as failed, because its target can't be changed, must not block the others.
        var failure: (any Error)?
        for job in try await jobs.abandoned(kinds: handlers.keys.sorted(), at: now()) {
            do { try await giveUp(job, "The worker stopped.") } catch { failure = error }
        }
        guard
            let job = try await jobs.take(
                kinds: handlers.keys.sorted(), worker: configuration.name, for: configuration.lease, at: now())
        else {
            if let failure { throw failure }
            return false
        }
        guard let handler = handlers[job.kind] else { return false }
        configuration.onEvent(.began(job))
        do {
            try await withHeartbeat(of: job, handler)
            _ = try await jobs.complete(job, keeping: configuration.remains(job))
            configuration.onEvent(.done(job))
        } catch is LeaseLost {
            // Its new worker reports how it ends.
            configuration.onEvent(.lost(job))
        } catch {
            // The process is shutting down; releasing the job lets another worker take it before the lease expires.
            if Task.isCancelled {
                let (jobs, now) = (jobs, now())
                _ = await Task { try? await jobs.release(job, at: now) }.value
                return true
            }
            let fault = "\(error)"
            let isFinal = configuration.isFinal(error) || job.attempt >= job.maxAttempts
            if isFinal {
                try await giveUp(job, fault)
                return true
            }
            configuration.onEvent(.failed(job, fault: fault, isFinal: false))
            let delay = configuration.backOff.delay(after: job.attempt, jitter: .random(in: 0..<1))
            _ = try await jobs.fail(job, fault: fault, retryAt: now().addingTimeInterval(delay))
        }
        return true
    }

    /// Notifies `onGiveUp` first: if that fails, the job is found again as abandoned.
    private func giveUp(_ job: Job, _ fault: String) async throws {
        configuration.onEvent(.failed(job, fault: fault, isFinal: true))
        try await onGiveUp(job, fault)
        _ = try await jobs.fail(job, fault: fault, retryAt: nil, keeping: configuration.remains(job))
    }

    private struct LeaseLost: Error {}

    private struct Hanging: Error, CustomStringConvertible {
        let seconds: Double
        var description: String { "It made no progress for \(Int(seconds)) s." }
    }

    /// Runs the handler and the heartbeat concurrently; when one ends, the other is cancelled.
    private func withHeartbeat(of job: Job, _ handler: @escaping Handler) async throws {
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await handler(job) { progress.reach($0) } }
            group.addTask {
                var (reached, moved, reported) = (progress.fraction, ContinuousClock.now, ContinuousClock.now)
                let beat = min(configuration.lease / 3, configuration.longestSilence)
                while true {
                    try await Task.sleep(for: .seconds(min(beat, configuration.progressPause)))
                    let hasMoved = progress.fraction > reached
                    if hasMoved { (reached, moved) = (progress.fraction, .now) }
                    // Reports progress promptly; without progress, renews only as often as necessary.
                    guard hasMoved || reported.duration(to: .now) >= .seconds(beat) else { continue }
                    reported = .now
                    if moved.duration(to: .now) >= .seconds(configuration.longestSilence) {
                        throw Hanging(seconds: configuration.longestSilence)
                    }
                    // One failed query doesn't mean that the lease is lost.
                    let isOurs = try? await jobs.renew(job, progress: progress.fraction, for: configuration.lease, at: now())
                    if isOurs == false { throw LeaseLost() }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// A job's progress, which never decreases.
    private final class Progress: Sendable {
        private let state = Mutex(0.0)
        var fraction: Double { state.withLock { $0 } }
        func reach(_ fraction: Double) { state.withLock { $0 = max($0, fraction) } }
    }
}
