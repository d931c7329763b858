// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization
public import WindowboxCatalogue
public import WindowboxContract

/// Takes jobs from the catalogue and does them, one at a time. Any number of them may run, in any number of processes.
public struct JobWorker: Sendable {
    /// Does a job; `report` takes how far it is, 0...1. When the job was given to another worker meanwhile, its task is cancelled.
    public typealias Handler = @Sendable (_ job: Job, _ report: @escaping @Sendable (Double) -> Void) async throws -> Void
    /// Is told that a job has been given up for good, or may have been: what it was about is to be marked so.
    public typealias Surrender = @Sendable (_ job: Job, _ fault: String) async throws -> Void

    public enum Event: Sendable {
        case began(Job)
        case done(Job)
        /// It is tried again, unless it was given up.
        case failed(Job, fault: String, isFinal: Bool)
        /// Another worker has it now.
        case lost(Job)
    }

    public struct Configuration: Sendable {
        /// Tells this worker from others; new for each process.
        public var name = "worker-\(UUID().uuidString.prefix(8))"
        /// Seconds for which a job is this worker's without a sign of life. Twice as often and once more it gives one.
        public var lease = 30.0
        /// Seconds between two looks for a job when there was none.
        public var pause = 1.0
        /// Seconds after which progress is told, where there is any.
        public var progressPause = 1.0
        /// Seconds without progress after which a try is ended as one that hangs.
        public var longestSilence = 2 * 3600.0
        public var backOff = BackOff()
        /// Is told what happens, for a log.
        public var onEvent: @Sendable (Event) -> Void = { _ in }
        /// What is kept of what a job says once it is done or given up; nil: all of it.
        public var remains: @Sendable (Job) -> JSONValue? = { _ in nil }
        /// Which errors another try won't mend.
        public var isFinal: @Sendable (any Error) -> Bool = { _ in false }

        public init() {}
    }

    private let jobs: any JobRepository
    private let handlers: [String: Handler]
    private let surrender: Surrender
    private let configuration: Configuration
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - handlers: by kind of job.
    public init(
        jobs: any JobRepository, handlers: [String: Handler], configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> Date = { Date() }, surrender: @escaping Surrender = { _, _ in }
    ) {
        self.jobs = jobs
        self.handlers = handlers
        self.configuration = configuration
        self.now = now
        self.surrender = surrender
    }

    /// Works until its task is cancelled. A database that fails is asked again later.
    public func run() async {
        while !Task.isCancelled {
            let worked = (try? await runOne()) ?? false
            if !worked { try? await Task.sleep(for: .seconds(configuration.pause)) }
        }
    }

    /// Does one job, if one is due.
    /// - Returns: whether there was one.
    /// - Throws: what the database says. What goes wrong with the job is written down there.
    @discardableResult
    public func runOne() async throws -> Bool {
        for job in try await jobs.abandoned(kinds: handlers.keys.sorted(), at: now()) { try await giveUp(job, "The worker stopped.") }
        guard
            let job = try await jobs.take(
                kinds: handlers.keys.sorted(), worker: configuration.name, for: configuration.lease, at: now())
        else { return false }
        guard let handler = handlers[job.kind] else { return false }
        configuration.onEvent(.began(job))
        do {
            try await withHeartbeat(of: job, handler)
            _ = try await jobs.complete(job, keeping: configuration.remains(job))
            configuration.onEvent(.done(job))
        } catch is LeaseLost {
            // Whoever has it now says how it ends.
            configuration.onEvent(.lost(job))
        } catch {
            // The process ends: whoever comes next need not wait for the lease to run out.
            if Task.isCancelled {
                let (jobs, now) = (jobs, now())
                _ = await Task { try? await jobs.release(job, at: now) }.value
                return true
            }
            let fault = "\(error)"
            let isFinal = configuration.isFinal(error) || job.attempt >= job.mostAttempts
            if isFinal {
                try await giveUp(job, fault)
                return true
            }
            configuration.onEvent(.failed(job, fault: fault, isFinal: false))
            let delay = configuration.backOff.delay(after: job.attempt, chance: .random(in: 0..<1))
            _ = try await jobs.fail(job, fault: fault, retryAt: now().addingTimeInterval(delay))
        }
        return true
    }

    /// What it was about hears of it first: where that fails, the job is found again as one that was abandoned.
    private func giveUp(_ job: Job, _ fault: String) async throws {
        configuration.onEvent(.failed(job, fault: fault, isFinal: true))
        try await surrender(job, fault)
        _ = try await jobs.fail(job, fault: fault, retryAt: nil, keeping: configuration.remains(job))
    }

    private struct LeaseLost: Error {}

    private struct Hanging: Error, CustomStringConvertible {
        let seconds: Double
        var description: String { "It made no progress for \(Int(seconds)) s." }
    }

    /// The handler and, beside it, signs of life; the first that ends, ends the other.
    private func withHeartbeat(of job: Job, _ handler: @escaping Handler) async throws {
        let progress = Progress()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await handler(job) { progress.reach($0) } }
            group.addTask {
                var (reached, moved, told) = (progress.fraction, ContinuousClock.now, ContinuousClock.now)
                let beat = min(configuration.lease / 3, configuration.longestSilence)
                while true {
                    try await Task.sleep(for: .seconds(min(beat, configuration.progressPause)))
                    let hasMoved = progress.fraction > reached
                    if hasMoved { (reached, moved) = (progress.fraction, .now) }
                    // Whoever waits for it wants to see it move; who hears of nothing new need not be told often.
                    guard hasMoved || told.duration(to: .now) >= .seconds(beat) else { continue }
                    told = .now
                    if moved.duration(to: .now) >= .seconds(configuration.longestSilence) {
                        throw Hanging(seconds: configuration.longestSilence)
                    }
                    // A database that doesn't answer once isn't a lease that is lost.
                    let isOurs = try? await jobs.renew(job, progress: progress.fraction, for: configuration.lease, at: now())
                    if isOurs == false { throw LeaseLost() }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// How far a job is: it never goes back.
    private final class Progress: Sendable {
        private let state = Mutex(0.0)
        var fraction: Double { state.withLock { $0 } }
        func reach(_ fraction: Double) { state.withLock { $0 = max($0, fraction) } }
    }
}
