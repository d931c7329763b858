// SPDX-License-Identifier: Apache-2.0

import WindowboxAdMarkup
import WindowboxStitcher

/// When there are ads in a recording that has no markers.
struct AdPlan: Sendable {
    struct Entry: Sendable {
        var offset: VMAPOffset
        var source: VMAPAdSource?
    }

    /// Nil when nobody had anything to say: ads come at the beginning.
    var breaks: [Entry]?

    /// The breaks in the recording, with where their ads come from.
    ///
    /// - Parameter duration: of the content, in seconds.
    func places(in duration: Double) -> [(found: DiscoveredBreak, source: VMAPAdSource?)] {
        guard let breaks else { return [(DiscoveredBreak(id: "start", start: 0, duration: 0), nil)] }
        return breaks.enumerated().compactMap { index, entry in
            let start: Double
            switch entry.offset {
            case .start: start = 0
            case .end: start = duration
            case .seconds(let seconds): start = min(seconds, duration)
            case .percent(let part): start = duration * min(100, part) / 100
            // There are no opportunities to count.
            case .position: return nil
            }
            return (DiscoveredBreak(id: "break-\(index)", start: max(0, start), duration: 0), entry.source)
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
    /// Seconds.
    var adTimeout: Double
    /// Seconds since 1970.
    var now: Double
}
