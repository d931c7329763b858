// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Work that is done by whoever has time: kept until it is done, given to one worker at a time, and given on when that one is gone.
public protocol JobRepository: Sendable {
    /// - Parameters:
    ///   - key: of two jobs with the same key only the first is kept.
    ///   - mostAttempts: how often it is tried, 1 at least.
    /// - Returns: the job, or the one that had its key.
    func add(kind: String, payload: JSONValue, key: String?, runAt: Date, mostAttempts: Int, at now: Date) async throws -> Job
    /// Those that were in their last attempt when their worker was gone: nobody is given them any more, and they are to be failed.
    func abandoned(kinds: [String], at now: Date) async throws -> [Job]
    /// The job that is due for longest, for some seconds; nil when none is.
    func take(kinds: [String], worker: String, for seconds: Double, at now: Date) async throws -> Job?
    /// Says that it is still worked on.
    /// - Returns: false when it was given to another meanwhile: stop.
    func renew(_ job: Job, progress: Double, for seconds: Double, at now: Date) async throws -> Bool
    /// - Parameter payload: what is kept of it from then on; nil: all.
    /// - Returns: false when it was given to another meanwhile.
    func complete(_ job: Job, keeping payload: JSONValue?) async throws -> Bool
    /// It went wrong: tried again at a time, or given up once there were enough attempts, or where no time is given.
    /// - Parameter payload: what is kept of it once it is given up; nil: all.
    /// - Returns: false when it was given to another meanwhile.
    func fail(_ job: Job, fault: String, retryAt: Date?, keeping payload: JSONValue?) async throws -> Bool
    /// It was not finished, and nothing is wrong with it: whoever asks next gets it, and this turn doesn't count.
    /// - Returns: false when it was given to another meanwhile.
    func release(_ job: Job, at now: Date) async throws -> Bool
    func job(id: String) async throws -> Job?
    /// Removes what is done or given up and older.
    func forgetJobs(before date: Date) async throws -> Int
}

extension JobRepository {
    public func complete(_ job: Job) async throws -> Bool { try await complete(job, keeping: nil) }
    public func fail(_ job: Job, fault: String, retryAt: Date?) async throws -> Bool {
        try await fail(job, fault: fault, retryAt: retryAt, keeping: nil)
    }
}

/// A piece of work.
public struct Job: Hashable, Sendable, Identifiable {
    public struct State: Vocabulary {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let queued = Self(rawValue: "queued")
        public static let running = Self(rawValue: "running")
        public static let done = Self(rawValue: "done")
        public static let failed = Self(rawValue: "failed")
        public static let known: [Self] = [queued, running, done, failed]
    }

    public let id: String
    public let kind: String
    public let payload: JSONValue
    public var state: State
    /// 0...1.
    public var progress: Double
    /// From 1 while it is worked on; it also tells one worker's turn from the next.
    public var attempt: Int
    public let mostAttempts: Int
    public var runAt: Date
    public var leaseUntil: Date?
    public var worker: String?
    /// Why it went wrong the last time.
    public var fault: String?
}
