// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// A caption track: from a stream, an embedded closed-caption service, or an added file.
public struct CaptionTrack: Sendable {
    /// Where the cues come from.
    public enum Source: Sendable {
        /// A file or the loaded segments of a stream.
        case cues(CueBuffer)
        /// A service embedded in the video, whose captions change as they are received.
        case closedCaptions(ClosedCaptionTimeline, ClosedCaptionService)
    }

    /// Where the track's cues come from.
    public var source: Source
    /// The delay and speed that are applied to the cues' times.
    public var timing: CaptionTiming
    /// Whether the track is shown even when captions are off, as forced subtitles are.
    public var isForced: Bool

    public init(_ source: Source, timing: CaptionTiming = CaptionTiming(), isForced: Bool = false) {
        self.source = source
        self.timing = timing
        self.isForced = isForced
    }

    /// A track with the cues of a file.
    public init(_ document: CaptionDocument, timing: CaptionTiming = CaptionTiming(), isForced: Bool = false) {
        self.init(.cues(CueBuffer(document)), timing: timing, isForced: isForced)
    }

    /// The visible cues with their regions and style sheets, in playback times.
    func shown(at time: MediaTime) -> CaptionDocument {
        let fileTime = timing.fileTime(at: time)
        var document = CaptionDocument(format: .webVTT)
        switch source {
        case .cues(let buffer):
            let timeline = buffer.timeline
            for index in timeline.shown(at: fileTime) { document.append(timeline.cues[index], of: timeline.origins[index]) }
        case .closedCaptions(let timeline, let service): document = timeline.shown(of: service, at: fileTime)
        }
        if timing != CaptionTiming() { document.cues = document.cues.map { $0.mapped(timing.playTime) } }
        return document
    }

    private static let instant = MediaTime(value: 1, timescale: MediaTime.microseconds)

    /// The next playback time at which the visible cues may change; nil if none is known.
    func nextChange(after time: MediaTime) -> MediaTime? {
        let fileTime = timing.fileTime(at: time)
        let change =
            switch source {
            case .cues(let buffer): buffer.timeline.nextChange(after: fileTime)
            case .closedCaptions(let timeline, let service): timeline.nextChange(of: service, after: fileTime)
            }
        guard let change else { return nil }
        // Rounding must not lead to a time at which the file has not changed yet.
        let time = timing.playTime(of: change)
        return timing.fileTime(at: time) < change ? time + Self.instant : time
    }
}
