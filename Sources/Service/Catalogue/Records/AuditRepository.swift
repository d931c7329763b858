// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import WindowboxContract

/// Stores the audit log. Entries are only added, and deleted when they are old; those of failures count further ones.
public protocol AuditRepository: Sendable {
    func add(_ entry: AuditEntry, business: String) async throws
    /// Counts something that failed, so that however often it is tried, few entries are made: one for each operation, actor and day, and
    /// for more than ``AuditPage/maxFailures`` a day one for all others.
    /// - Parameter entry: without an ID of its own. Its time becomes that of the day's entry.
    func addFailure(_ entry: AuditEntry, business: String) async throws
    /// The entries of a business, newest first.
    /// - Parameter cursor: ``AuditPage/next`` of the previous page; nil for the first.
    func entries(of business: String, after cursor: String?, limit: Int) async throws -> AuditPage
    /// - Returns: how many were deleted, up to the limit.
    func forgetEntries(before date: Date, limit: Int) async throws -> Int
}

/// A page of the audit log.
public struct AuditPage: Hashable, Sendable {
    /// The entries of failures that a business gets in a day, in UTC, before all others share one.
    public static let maxFailures = 50

    /// Without those that can't be read.
    public var entries: [AuditEntry]
    /// Nil at the end.
    public var next: String?
}

struct SQLAudit: AuditRepository {
    let store: any SQLStore

    func add(_ entry: AuditEntry, business: String) async throws {
        let document = try ContractJSON.text(entry)
        _ = try await store.write { connection in
            try connection.execute(
                """
                INSERT INTO audit_entry (id, business, made, document)
                VALUES (\(entry.id), \(business), \(Timestamp.milliseconds(entry.at)), \(document))
                """)
        }
    }

    func addFailure(_ entry: AuditEntry, business: String) async throws {
        let time = Timestamp.milliseconds(entry.at)
        let day = time / 86_400_000
        let prefix = "failed.\(day)."
        let (lock, pattern) = ("failures of \(business)", prefix + "%")
        let own = "\(prefix)\(entry.operation).\(entry.actorID)"
        _ = try await store.write { connection in
            func kept(_ id: String) throws -> AuditEntry? {
                try connection.rows("SELECT document FROM audit_entry WHERE id = \(id)").first.flatMap {
                    try? ContractJSON.decode(AuditEntry.self, from: $0.text(0))
                }
            }
            // The counts are serialised, across processes too.
            if connection.dialect == .postgres {
                _ = try connection.rows("SELECT pg_advisory_xact_lock(hashtext(\(lock)))")
            }
            var before = try kept(own)
            var counted = entry
            counted.id = own
            if before == nil {
                let made = try connection.rows(
                    """
                    SELECT COUNT(*) FROM audit_entry WHERE business = \(business) AND made >= \(day * 86_400_000)
                    AND id LIKE \(pattern)
                    """
                ).first?.integer(0)
                if made ?? 0 >= AuditPage.maxFailures {
                    counted.id = "\(prefix)others.\(business)"
                    (counted.actorID, counted.actorName) = ("others", "")
                    before = try kept(counted.id)
                }
            }
            counted.attempts = (before?.attempts ?? 0) + 1
            let document = try ContractJSON.text(counted)
            try connection.execute(
                """
                INSERT INTO audit_entry (id, business, made, document) VALUES (\(counted.id), \(business), \(time), \(document))
                ON CONFLICT (id) DO UPDATE SET made = excluded.made, document = excluded.document
                """)
        }
    }

    func entries(of business: String, after cursor: String?, limit: Int) async throws -> AuditPage {
        let place = try cursor.map { text in
            let parts = text.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let made = Int64(parts[0]) else {
                throw APIError(.invalidCursor, "Use the \"next\" link of the previous page.", field: "before_id")
            }
            return (made: made, id: String(parts[1]))
        }
        let rows = try await store.read { connection in
            let behind: SQL = place.map { " AND (made, id) < (\($0.made), \($0.id))" } ?? ""
            return try connection.rows(
                """
                SELECT document, made, id FROM audit_entry WHERE business = \(business)\(behind)
                ORDER BY made DESC, id DESC LIMIT \(limit + 1)
                """)
        }
        let shown = rows.prefix(limit)
        return AuditPage(
            entries: shown.compactMap { try? ContractJSON.decode(AuditEntry.self, from: $0.text(0)) },
            next: rows.count > limit ? shown.last.map { "\($0.integer(1)).\($0.text(2))" } : nil)
    }

    func forgetEntries(before date: Date, limit: Int) async throws -> Int {
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM audit_entry WHERE id IN
                (SELECT id FROM audit_entry WHERE made < \(Timestamp.milliseconds(date)) ORDER BY made LIMIT \(limit))
                """)
        }
    }
}
