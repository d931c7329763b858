// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// Where the cues that are read come from. A value.
enum CaptionSource {
    /// Segments, samples and files.
    case shelf(CueBuffer)
    /// A service inside the pictures.
    case pictures(ClosedCaptionTimeline, ClosedCaptionService)

    /// - Parameter time: seconds on the item's timeline.
    func active(at time: Double) -> ActiveCues {
        switch self {
        case .shelf(let shelf): return shelf.active(at: time)
        case .pictures(let timeline, let service):
            let document = timeline.shown(of: service, at: MediaTime(seconds: time))
            return document.cues.map(\.start).max().map { ActiveCues(document: document, time: $0) } ?? .none
        }
    }

    /// When other cues are active, or those that are look otherwise; nil when nothing is known to follow.
    func nextChange(after time: Double) -> Double? {
        switch self {
        case .shelf(let shelf): shelf.nextChange(after: time)
        case .pictures(let timeline, let service): timeline.nextChange(of: service, after: MediaTime(seconds: time))?.seconds
        }
    }
}
