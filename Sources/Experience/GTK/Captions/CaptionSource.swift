// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxMedia

/// Where the displayed cues come from.
enum CaptionSource {
    /// Cues from segments, samples and files.
    case shelf(CueBuffer)
    /// A closed-caption service embedded in the video.
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

    /// When the active cues or their appearance change next; nil if no change is known.
    func nextChange(after time: Double) -> Double? {
        switch self {
        case .shelf(let shelf): shelf.nextChange(after: time)
        case .pictures(let timeline, let service): timeline.nextChange(of: service, after: MediaTime(seconds: time))?.seconds
        }
    }
}
