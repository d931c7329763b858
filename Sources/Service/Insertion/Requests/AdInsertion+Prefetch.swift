// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStitcher

// Ads that a session requests before their break.
extension AdInsertion {
    private struct PrefetchRequest: Decodable {
        var retrieval: PrefetchSchedule.Window
        var consumption: PrefetchSchedule.Window
        var criteria: [PrefetchSchedule.Criterion]?
        var variables: [String: String]?
    }

    private struct Known: Encodable {
        var id: String
        var retrieval: PrefetchSchedule.Window
        var consumption: PrefetchSchedule.Window
        /// `waiting`, `asked` or `ready`.
        var state: String
    }

    private static let longestWindow = 86_400.0

    /// Creates a schedule, unless its name is taken.
    /// - Parameter body: JSON.
    package func schedule(_ id: String, _ name: String, _ body: [UInt8]) async throws(InsertionError) {
        try await reporting { try await makeSchedule(id, name, body) }
    }

    private func makeSchedule(_ id: String, _ name: String, _ body: [UInt8]) async throws {
        let request: PrefetchRequest
        do { request = try JSONDecoder().decode(PrefetchRequest.self, from: Data(body)) } catch {
            throw InsertionError(
                .invalid,
                "The body must be JSON with \"retrieval\" and \"consumption\", each with start and end in seconds since 1970, and "
                    + "optionally criteria and variables.")
        }
        let windows = [request.retrieval, request.consumption]
        guard windows.allSatisfy({ $0.start < $0.end && $0.end - $0.start <= Self.longestWindow }),
            request.consumption.end > parts.now, request.retrieval.start < request.consumption.end
        else { throw InsertionError(.invalid, "A window must begin before it ends, last at most a day, and not be over.") }
        guard (request.criteria ?? []).count <= PrefetchSchedule.maxCriteria else {
            throw InsertionError(.invalid, "A schedule can have at most \(PrefetchSchedule.maxCriteria) criteria.")
        }
        guard !name.isEmpty, name.utf8.count <= 64 else { throw InsertionError(.invalid, "A schedule's name needs 1 to 64 bytes.") }
        try Self.check(request.variables ?? [:])
        let session = try await sessions.session(id)
        let schedule = PrefetchSchedule(
            id: "prefetch/\(name)", retrieval: request.retrieval, consumption: request.consumption, criteria: request.criteria ?? [],
            variables: request.variables ?? [:])
        try await session.schedule(schedule)
        parts.journal.note(.init(.prefetchScheduled, at: parts.now), of: id)
    }

    package func schedules(_ id: String) async throws(InsertionError) -> InsertionDocument {
        try await reporting {
            let known = try await sessions.session(id).record.session.prefetches.map { entry in
                Known(
                    id: String(entry.schedule.id.dropFirst("prefetch/".count)), retrieval: entry.schedule.retrieval,
                    consumption: entry.schedule.consumption, state: entry.candidates != nil ? "ready" : entry.isAsked ? "asked" : "waiting")
            }
            return .json(Array(try JSONEncoder().encode(["schedules": known])))
        }
    }

    package func unschedule(_ id: String, _ name: String) async throws(InsertionError) {
        try await reporting { try await sessions.session(id).handle(.cancelPrefetch(id: "prefetch/\(name)")) }
    }
}
