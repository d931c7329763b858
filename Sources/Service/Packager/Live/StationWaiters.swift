// SPDX-License-Identifier: Apache-2.0

/// Clients that wait for something of a live station. Each is answered exactly once. A value type.
struct StationWaiters<Result: Sendable>: Sendable {
    private var continuations: [UInt64: CheckedContinuation<Result, Never>] = [:]
    private var last: UInt64 = 0

    mutating func nextID() -> UInt64 {
        last += 1
        return last
    }

    mutating func add(_ id: UInt64, _ continuation: CheckedContinuation<Result, Never>) { continuations[id] = continuation }

    /// - Returns: false if it was answered before.
    @discardableResult
    mutating func resume(_ id: UInt64, returning result: Result) -> Bool {
        guard let continuation = continuations.removeValue(forKey: id) else { return false }
        continuation.resume(returning: result)
        return true
    }

    mutating func resumeAll(returning result: Result) {
        for continuation in continuations.values { continuation.resume(returning: result) }
        continuations = [:]
    }
}
