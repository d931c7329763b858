// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxStitcher

/// What happened in this process's sessions, the last of it, for whoever runs the service. Addresses of others are not in it: who knows
/// a session may read what is noted of it.
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
        /// Of a break: `filled`, `empty` and others.
        var outcome: String?
        /// Seconds to fill, filled with ads and with slate.
        var room: Double?
        var ads: Double?
        var slate: Double?
        /// Of the films that play, or were answered with.
        var creatives: [String]?
        var skipped: [Skipped]?
        /// Of VAST, or of HTTP where an address did not take what it was told; nil where nobody answered.
        var code: Int?
        /// What was not told.
        var told: String?
        /// What was odd of a playlist, and how it was taken.
        var problem: String?

        init(_ event: Event, at time: Double, breakID: String? = nil) {
            self.event = event
            at = time
            self.breakID = breakID
        }

        /// What was decided for a break.
        init(_ entry: StitchedSession.SessionBreak, _ decision: BreakDecision, at time: Double) {
            self.init(decision.outcome == .filled ? .breakFilled : .breakUnfilled, at: time, breakID: entry.id)
            outcome = decision.outcome.rawValue
            room = entry.room
            ads = decision.ads.reduce(0) { $0 + $1.duration }
            slate = decision.slots.filter { $0.kind == .slate }.reduce(0) { $0 + $1.duration }
            creatives = decision.slots.map(\.creativeKey)
            skipped = decision.skipped.map { Skipped(creative: $0.ad.creativeKey, reason: $0.reason.rawValue, code: $0.errorCode) }
        }
    }

    private struct State {
        var entries: [(session: String, entry: Entry)] = []
        /// Where the oldest stands, once there are as many as there may be.
        var oldest = 0
    }

    private let state = Mutex(State())
    private static let most = 10_000

    func note(_ entry: Entry, of session: String) {
        state.withLock { state in
            guard state.entries.count >= Self.most else { return state.entries.append((session, entry)) }
            state.entries[state.oldest] = (session, entry)
            state.oldest = (state.oldest + 1) % Self.most
        }
    }

    /// What is known of a session, in its order, as JSON.
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
