// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxStitcher

// Ads that a session requests before their break.
extension AdInsertion {
    private struct Wish: Decodable {
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
    func schedule(_ id: String, _ name: String, _ request: InsertionRequest) async throws -> InsertionAnswer {
        let wish: Wish
        do { wish = try JSONDecoder().decode(Wish.self, from: Data(request.body)) } catch {
            throw HTTPError(
                status: 400,
                "The body is JSON with \"retrieval\" and \"consumption\", each with start and end in seconds since 1970, and if need be "
                    + "criteria and variables.")
        }
        let windows = [wish.retrieval, wish.consumption]
        guard windows.allSatisfy({ $0.start < $0.end && $0.end - $0.start <= Self.longestWindow }),
            wish.consumption.end > parts.now, wish.retrieval.start < wish.consumption.end
        else { throw HTTPError(status: 400, "A window begins before it ends, lasts a day at most, and is not over.") }
        guard (wish.criteria ?? []).count <= PrefetchSchedule.mostCriteria else {
            throw HTTPError(status: 400, "A schedule has \(PrefetchSchedule.mostCriteria) criteria at most.")
        }
        guard !name.isEmpty, name.utf8.count <= 64 else { throw HTTPError(status: 400, "A schedule's name has 1 to 64 bytes.") }
        try Self.check(wish.variables ?? [:])
        let session = try await sessions.session(id)
        let schedule = PrefetchSchedule(
            id: "prefetch/\(name)", retrieval: wish.retrieval, consumption: wish.consumption, criteria: wish.criteria ?? [],
            variables: wish.variables ?? [:])
        try await session.schedule(schedule)
        parts.journal.note(.init(.prefetchScheduled, at: parts.now), of: id)
        return InsertionAnswer(201, caching: .tracking)
    }

    func schedules(_ session: ViewerSession) async throws -> InsertionAnswer {
        let known = await session.record.session.prefetches.map { entry in
            Known(
                id: String(entry.schedule.id.dropFirst("prefetch/".count)), retrieval: entry.schedule.retrieval,
                consumption: entry.schedule.consumption, state: entry.candidates != nil ? "ready" : entry.isAsked ? "asked" : "waiting")
        }
        return .json(Array(try JSONEncoder().encode(["schedules": known])))
    }

    func unschedule(_ id: String, _ name: String) async throws -> InsertionAnswer {
        try await sessions.session(id).handle(.cancelPrefetch(id: "prefetch/\(name)"))
        return InsertionAnswer(204, caching: .tracking)
    }
}
