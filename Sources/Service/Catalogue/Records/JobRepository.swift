// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// A persistent job queue. Each job is leased to one worker at a time, and to another one if the lease expires.
public protocol JobRepository: Sendable {
    /// - Parameters:
    ///   - key: a second job with the same key isn't added.
    ///   - mostAttempts: the limit of attempts, at least 1.
    /// - Returns: the new job, or the existing one with this key.
    func add(kind: String, payload: JSONValue, key: String?, runAt: Date, mostAttempts: Int, at now: Date) async throws -> Job
    /// Jobs whose lease expired during their last attempt. They aren't taken any more and must be failed.
    func abandoned(kinds: [String], at now: Date) async throws -> [Job]
    /// Leases the job that has been due longest for some seconds; nil if none is due.
    func take(kinds: [String], worker: String, for seconds: Double, at now: Date) async throws -> Job?
    /// Extends the lease.
    /// - Returns: false if another worker has taken the job: stop.
    func renew(_ job: Job, progress: Double, for seconds: Double, at now: Date) async throws -> Bool
    /// - Parameter payload: the payload to keep; nil to keep all of it.
    /// - Returns: false if another worker has taken the job.
    func complete(_ job: Job, keeping payload: JSONValue?) async throws -> Bool
    /// Records a failure. The job is retried at a time, or given up after the last attempt or without a time.
    /// - Parameter payload: the payload to keep when it is given up; nil to keep all of it.
    /// - Returns: false if another worker has taken the job.
    func fail(_ job: Job, fault: String, retryAt: Date?, keeping payload: JSONValue?) async throws -> Bool
    /// Returns an unfinished job that hasn't failed to the queue; the attempt doesn't count.
    /// - Returns: false if another worker has taken the job.
    func release(_ job: Job, at now: Date) async throws -> Bool
    func job(id: String) async throws -> Job?
    /// Deletes jobs that ended before a date.
    func forgetJobs(before date: Date) async throws -> Int
}

extension JobRepository {
    public func complete(_ job: Job) async throws -> Bool { try await complete(job, keeping: nil) }
    public func fail(_ job: Job, fault: String, retryAt: Date?) async throws -> Bool {
        try await fail(job, fault: fault, retryAt: retryAt, keeping: nil)
    }
}

/// A job.
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
    /// From 1 while it is running. It also distinguishes successive leases.
    public var attempt: Int
    public let mostAttempts: Int
    public var runAt: Date
    public var leaseUntil: Date?
    public var worker: String?
    /// The error of the last attempt.
    public var fault: String?
}
