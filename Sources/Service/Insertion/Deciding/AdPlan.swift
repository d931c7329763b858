// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// When there are ads in a recording that has no markers.
struct AdPlan: Sendable {
    /// Nil when nobody had anything to say: ads come at the beginning.
    var breaks: [VMAPBreak]?

    /// The breaks in the recording, with what says where their ads come from.
    ///
    /// - Parameter duration: of the content, in seconds.
    func places(in duration: Double) -> [(found: DiscoveredBreak, entry: VMAPBreak?)] {
        guard let breaks else { return [(DiscoveredBreak(id: "start", start: 0, duration: 0), nil)] }
        return breaks.enumerated().flatMap { index, entry in
            entry.times(in: duration).enumerated().map { turn, time in
                let id = turn == 0 ? "break-\(index)" : "break-\(index)-\(turn)"
                return (DiscoveredBreak(id: id, start: min(max(0, time), duration), duration: 0), entry)
            }
        }
    }
}

/// What those who decide and tell need to know of a session.
struct SessionFacts: Sendable {
    var id: String
    var viewer: StitchedSession.Viewer
    /// Of whoever asked: how it calls this service, without a slash at the end.
    var base: String
    var keyValues: [String: String]
    /// Whose stream it is; nil where that isn't known.
    var business: String?
    /// Seconds.
    var adTimeout: Double
    /// Seconds since 1970.
    var now: Double

    /// What every address is filled with in the name of the player.
    ///
    /// - Parameter moment: seconds since 1970.
    func macros(at moment: Double) -> [String: AdMacroValue] {
        var values: [String: AdMacroValue] = [
            "CACHEBUSTING": .cacheBusting(.random(in: 0...99_999_999)), "TIMESTAMP": .timestamp(Int64(moment * 1000)),
            "SERVERSIDE": .number(1),
            // No advertising identifier goes out from here.
            "LIMITADTRACKING": .number(1),
        ]
        values["DEVICEUA"] = viewer.userAgent.map { .text($0) }
        values["DEVICEIP"] = viewer.address.map { .text($0) }
        return values
    }
}
