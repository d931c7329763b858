// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxContract

struct SQLJobs: JobRepository {
    let store: any SQLStore

    func add(kind: String, payload: JSONValue, key: String?, runAt: Date, mostAttempts: Int, at now: Date) async throws -> Job {
        let id = OpaqueID.make()
        let document = try ContractJSON.text(payload)
        return try await store.write { connection in
            try connection.execute(
                """
                INSERT INTO job (id, kind, payload, state, run_at, attempt, most_attempts, progress, created, job_key)
                VALUES (\(id), \(kind), \(document), \(Job.State.queued.rawValue), \(Timestamp.milliseconds(runAt)), 0,
                    \(max(1, mostAttempts)), 0, \(Timestamp.milliseconds(now)), \(key))
                ON CONFLICT (job_key) DO NOTHING
                """)
            let condition: SQL = if let key { "job_key = \(key)" } else { "id = \(id)" }
            guard let job = try Self.find(condition, connection).first else { throw CatalogueError.malformed("job") }
            return job
        }
    }

    func abandoned(kinds: [String], at now: Date) async throws -> [Job] {
        try await store.read { connection in
            try Self.find(
                """
                state = 'running' AND lease_until < \(Timestamp.milliseconds(now)) AND attempt >= most_attempts
                AND kind IN \(SQL.list(kinds.map(SQLValue.text))) ORDER BY created, id LIMIT 100
                """, connection)
        }
    }

    func take(kinds: [String], worker: String, for seconds: Double, at now: Date) async throws -> Job? {
        try await store.write { connection in
            let time = Timestamp.milliseconds(now)
            let among = SQL.list(kinds.map(SQLValue.text))
            // Other workers skip a job that is being taken; SQLite has only one writer.
            let lock: SQL = connection.dialect == .postgres ? "FOR UPDATE SKIP LOCKED" : ""
            let rows = try connection.rows(
                """
                UPDATE job SET state = 'running', worker = \(worker), attempt = attempt + 1,
                    lease_until = \(Timestamp.milliseconds(now.addingTimeInterval(seconds)))
                WHERE id = (
                    SELECT id FROM job WHERE kind IN \(among)
                    AND ((state = 'queued' AND run_at <= \(time))
                        OR (state = 'running' AND lease_until < \(time) AND attempt < most_attempts))
                    ORDER BY run_at, created, id LIMIT 1 \(lock))
                RETURNING id
                """)
            return try rows.first.flatMap { try Self.find("id = \($0.text(0))", connection).first }
        }
    }

    func renew(_ job: Job, progress: Double, for seconds: Double, at now: Date) async throws -> Bool {
        let until = Timestamp.milliseconds(now.addingTimeInterval(seconds))
        return try await change(job, "lease_until = \(until), progress = \(min(max(progress, 0), 1))")
    }

    func complete(_ job: Job, keeping payload: JSONValue?) async throws -> Bool {
        try await change(job, "state = 'done', lease_until = NULL, progress = 1.0, fault = NULL\(Self.keeping(payload))")
    }

    /// The additional assignment if the payload is reduced.
    private static func keeping(_ payload: JSONValue?) throws -> SQL {
        guard let payload else { return "" }
        return ", payload = \(try ContractJSON.text(payload))"
    }

    func fail(_ job: Job, fault: String, retryAt: Date?, keeping payload: JSONValue?) async throws -> Bool {
        let fault = String(fault.replacing("\0", with: "").prefix(4000))
        guard let retryAt, job.attempt < job.mostAttempts else {
            return try await change(job, "state = 'failed', lease_until = NULL, fault = \(fault)\(Self.keeping(payload))")
        }
        return try await change(
            job, "state = 'queued', lease_until = NULL, run_at = \(Timestamp.milliseconds(retryAt)), fault = \(fault)")
    }

    func release(_ job: Job, at now: Date) async throws -> Bool {
        try await change(
            job, "state = 'queued', lease_until = NULL, worker = NULL, attempt = attempt - 1, run_at = \(Timestamp.milliseconds(now))")
    }

    func job(id: String) async throws -> Job? { try await store.read { try Self.find("id = \(id)", $0).first } }

    func forgetJobs(before date: Date) async throws -> Int {
        try await store.write { connection in
            try connection.execute("DELETE FROM job WHERE state IN ('done', 'failed') AND created < \(Timestamp.milliseconds(date))")
        }
    }

    /// Only while this worker holds the lease.
    private func change(_ job: Job, _ change: SQL) async throws -> Bool {
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE job SET \(change)
                WHERE id = \(job.id) AND state = 'running' AND worker = \(job.worker) AND attempt = \(job.attempt)
                """) == 1
        }
    }

    private static func find(_ condition: SQL, _ connection: any SQLConnection) throws -> [Job] {
        try connection.rows(
            """
            SELECT id, kind, payload, state, progress, attempt, most_attempts, run_at, lease_until, worker, fault FROM job
            WHERE \(condition)
            """
        ).map { row in
            Job(
                id: row.text(0), kind: row.text(1),
                // The worker fails a job without payload; other jobs continue.
                payload: (try? ContractJSON.decode(JSONValue.self, from: row.text(2))) ?? .null,
                state: Job.State(rawValue: row.text(3)), progress: row.real(4), attempt: Int(row.integer(5)),
                mostAttempts: Int(row.integer(6)), runAt: Timestamp.date(row.integer(7)),
                leaseUntil: row.optionalInteger(8).map(Timestamp.date), worker: row.optionalText(9), fault: row.optionalText(10))
        }
    }
}
