// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// The ad breaks of a recording without markers.
struct AdPlan: Sendable {
    /// Nil if no ad server is configured: ads are at the beginning.
    var breaks: [VMAPBreak]?

    /// The breaks in the recording, each with its schedule entry.
    ///
    /// - Parameter duration: of the content, in seconds.
    func locations(in duration: Double) -> [(found: DiscoveredBreak, entry: VMAPBreak?)] {
        guard let breaks else { return [(DiscoveredBreak(id: "start", start: 0, duration: 0), nil)] }
        return breaks.enumerated().flatMap { index, entry in
            entry.times(in: duration).enumerated().map { turn, time in
                let id = turn == 0 ? "break-\(index)" : "break-\(index)-\(turn)"
                return (DiscoveredBreak(id: id, start: min(max(0, time), duration), duration: 0), entry)
            }
        }
    }
}

/// The facts about a session needed for ad decisions and tracking.
struct SessionFacts: Sendable {
    var id: String
    var viewer: StitchedSession.Viewer
    /// The base URL by which the client reaches this service, without a trailing slash.
    var base: String
    var keyValues: [String: String]
    /// The owner of the stream; nil if unknown.
    var business: String?
    /// In seconds.
    var adTimeout: Double
    /// Seconds since 1970.
    var now: Double

    /// The macros for every URL that is requested on the player's behalf.
    ///
    /// - Parameter moment: seconds since 1970.
    func macros(at moment: Double) -> [String: AdMacroValue] {
        var values: [String: AdMacroValue] = [
            "CACHEBUSTING": .cacheBusting(.random(in: 0...99_999_999)), "TIMESTAMP": .timestamp(Int64(moment * 1000)),
            "SERVERSIDE": .number(1),
            // No advertising identifiers are sent.
            "LIMITADTRACKING": .number(1),
        ]
        values["DEVICEUA"] = viewer.userAgent.map { .text($0) }
        values["DEVICEIP"] = viewer.address.map { .text($0) }
        return values
    }
}
