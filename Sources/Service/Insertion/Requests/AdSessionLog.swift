// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxStitcher

/// The latest events of this process's sessions, for operators. It contains no URLs of third parties, because a session's id is enough to
/// read its log.
final class AdSessionLog: Sendable {
    struct Entry: Encodable, Sendable {
        enum Event: String, Encodable, Sendable {
            case sessionCreated = "SESSION_CREATED"
            case sessionDeleted = "SESSION_DELETED"
            case parametersReplaced = "PARAMETERS_REPLACED"
            case prefetchScheduled = "PREFETCH_SCHEDULED"
            case adServerAnswered = "VAST_RESPONSE"
            case adServerFailed = "ERROR_ADS_UNAVAILABLE"
            case breakFilled = "FILLED_AVAIL"
            case breakUnfilled = "UNFILLED_AVAIL"
            case breakCut = "CUT_AVAIL"
            case playlistProblem = "PLAYLIST_PROBLEM"
            case originRenumbered = "ORIGIN_RENUMBERED"
            case errorReported = "ERROR_REPORTED"
            case beaconFailed = "ERROR_FIRING_BEACON_FAILED"
        }

        struct Skipped: Encodable, Sendable {
            var creative: String
            var reason: String
            var code: Int
        }

        var event: Event
        /// Seconds since 1970.
        var at: Double
        var breakID: String?
        /// The outcome of a break: `filled`, `empty` and others.
        var outcome: String?
        /// The duration to fill, and those filled with ads and with slate, in seconds.
        var available: Double?
        var ads: Double?
        var slate: Double?
        /// The keys of the creatives that play or were returned.
        var creatives: [String]?
        var skipped: [Skipped]?
        /// The VAST error code, or the HTTP status with which a beacon was rejected; nil if there was no response.
        var code: Int?
        /// The beacon that was not delivered.
        var reported: String?
        /// The problem in a playlist, and how it was handled.
        var problem: String?

        init(_ event: Event, at time: Double, breakID: String? = nil) {
            self.event = event
            at = time
            self.breakID = breakID
        }

        /// The decision for a break.
        init(_ entry: StitchedSession.SessionBreak, _ decision: BreakDecision, at time: Double) {
            self.init(decision.outcome == .filled ? .breakFilled : .breakUnfilled, at: time, breakID: entry.id)
            outcome = decision.outcome.rawValue
            available = entry.available
            ads = decision.ads.reduce(0) { $0 + $1.duration }
            slate = decision.slots.filter { $0.kind == .slate }.reduce(0) { $0 + $1.duration }
            creatives = decision.slots.map(\.creativeKey)
            skipped = decision.skipped.map { Skipped(creative: $0.ad.creativeKey, reason: $0.reason.rawValue, code: $0.errorCode) }
        }
    }

    private struct State {
        var entries: [(session: String, entry: Entry)] = []
        /// The index of the oldest entry once the buffer is full.
        var oldest = 0
    }

    private let state = Mutex(State())
    private static let maxEntries = 10_000

    func note(_ entry: Entry, of session: String) {
        state.withLock { state in
            guard state.entries.count >= Self.maxEntries else { return state.entries.append((session, entry)) }
            state.entries[state.oldest] = (session, entry)
            state.oldest = (state.oldest + 1) % Self.maxEntries
        }
    }

    /// A session's events in order, as JSON.
    func document(of session: String) throws -> [UInt8] {
        let entries = state.withLock { state in
            (state.entries[state.oldest...] + state.entries[..<state.oldest]).filter { $0.session == session }.map(\.entry)
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return Array(try encoder.encode(["events": entries]))
    }
}
