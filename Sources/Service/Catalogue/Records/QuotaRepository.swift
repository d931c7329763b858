// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Counts what may be done only so often, over all processes and after a restart too.
public protocol QuotaRepository: Sendable {
    /// Does it once, if it wasn't done too often within some seconds.
    /// - Returns: nil when it may be done now, else the seconds until it may.
    func take(_ name: String, most: Int, within seconds: Double, at now: Date) async throws -> Double?
    /// Forgets what counts no more.
    /// - Returns: how many.
    func forgetAllowances(before date: Date) async throws -> Int
}

struct SQLAllowances: QuotaRepository {
    let store: any SQLStore

    func take(_ name: String, most: Int, within seconds: Double, at now: Date) async throws -> Double? {
        let (time, since) = (Timestamp.milliseconds(now), Timestamp.milliseconds(now.addingTimeInterval(-seconds)))
        return try await store.write { connection in
            // Two that count at once would both see room for one.
            if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext(\(name)))") }
            let taken = try connection.rows(
                "SELECT taken FROM allowance WHERE name = \(name) AND taken > \(since) ORDER BY taken DESC LIMIT \(most)")
            if taken.count >= most, let oldest = taken.last?.integer(0) { return max(0.001, Double(oldest - since) / 1000) }
            try connection.execute("INSERT INTO allowance (name, taken, id) VALUES (\(name), \(time), \(OpaqueID.make()))")
            return nil
        }
    }

    func forgetAllowances(before date: Date) async throws -> Int {
        try await store.write { try $0.execute("DELETE FROM allowance WHERE taken < \(Timestamp.milliseconds(date))") }
    }
}
