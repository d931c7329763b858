// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WindowboxContract

/// Enforces quotas across all processes and restarts.
public protocol QuotaRepository: Sendable {
    /// Uses a quota if it isn't exhausted for the period.
    /// - Returns: nil if allowed, else the seconds until it is.
    func take(_ name: String, limit: Int, within seconds: Double, at now: Date) async throws -> Double?
    /// Deletes expired entries.
    /// - Returns: how many.
    func deleteExpiredQuotas(before date: Date) async throws -> Int
}

struct SQLQuotas: QuotaRepository {
    let store: any SQLStore

    func take(_ name: String, limit: Int, within seconds: Double, at now: Date) async throws -> Double? {
        let (time, since) = (Timestamp.milliseconds(now), Timestamp.milliseconds(now.addingTimeInterval(-seconds)))
        return try await store.write { connection in
            // Two concurrent transactions could otherwise both use the last one.
            if connection.dialect == .postgres { _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext(\(name)))") }
            let taken = try connection.rows(
                "SELECT taken FROM allowance WHERE name = \(name) AND taken > \(since) ORDER BY taken DESC LIMIT \(limit)")
            if taken.count >= limit, let oldest = taken.last?.integer(0) { return max(0.001, Double(oldest - since) / 1000) }
            try connection.execute("INSERT INTO allowance (name, taken, id) VALUES (\(name), \(time), \(OpaqueID.make()))")
            return nil
        }
    }

    func deleteExpiredQuotas(before date: Date) async throws -> Int {
        try await store.write { try $0.execute("DELETE FROM allowance WHERE taken < \(Timestamp.milliseconds(date))") }
    }
}
