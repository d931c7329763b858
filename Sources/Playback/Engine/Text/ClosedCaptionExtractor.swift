// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxMedia

/// Extracts captions from the coded frames of an item when they are queued.
///
/// Captions build on one another, and decoders skip frames that are late or before a seek target, so captions extracted after decoding
/// would have gaps. Extracting early also makes captions available before they are due.
final class ClosedCaptionExtractor: Sendable {
    private struct State {
        var order = ClosedCaptionOrder()
        var format: TrackFormat?
        var video: CaptionedVideo?
        /// The previous frame in decode order.
        var last: Last?
        var startsAnew = true
        /// The time on the item's timeline of the frame that the current span continues.
        var origin: Double?
        /// How far the current span has come, and where the earlier ones ended, the latest last.
        var end: SpanEnd?
        var ends: [SpanEnd] = []
        /// Whether captions were reported. Video that never had any reports nothing.
        var hasReported = false
        var isStopped = false
    }

    /// The last frame of a span in presentation order.
    fileprivate struct SpanEnd {
        /// On the clock of its own media, in seconds.
        var own: Double
        /// Seconds on the item's timeline.
        var time: Double
        var hasCaptions = false

        /// Whether another span continues this one, as content does after an ad. Frames that come first in decode order may be presented a
        /// few frames later.
        func isFollowed(by own: Double) -> Bool { own > self.own && own - self.own < 0.25 }
    }

    private struct Last {
        var run: Int
        var clock: Int
        var time: Double
        var decodeTime: MediaTime?

        /// Whether frames before this one were dropped and will come again before anything presented after them. Frames still waiting to be
        /// reordered then have gaps between them and must not be taken for complete.
        func isCut(by entry: SampleQueue.Entry, of run: Int) -> Bool {
            if run != self.run { return true }
            guard clock == entry.clock, let decodeTime, let next = entry.decodeTime else { return false }
            return (decodeTime - next).seconds > 0.01
        }
    }

    private let state = Monitor(State())
    private let report: @Sendable (EmbeddedCaptions) -> Void

    /// Seconds. Frames further apart in decode order don't continue each other.
    private static let longestStep = 2.0
    /// More ads than a break has.
    private static let maximumEnds = 32

    init(report: @escaping @Sendable (EmbeddedCaptions) -> Void) { self.report = report }

    /// Takes the captions of a frame. Frames come in decode order.
    /// - Parameter run: the run in which the frame is queued.
    func add(_ entry: SampleQueue.Entry, run: Int) {
        state.update { state in
            guard !state.isStopped else { return false }
            if entry.sample.format !== state.format {
                state.format = entry.sample.format
                state.video = CaptionedVideo(entry.sample.format)
            }
            let isCut = state.last?.isCut(by: entry, of: run) ?? false
            let continues = state.last.map { !isCut && $0.clock == entry.clock && abs($0.time - entry.time) < Self.longestStep } ?? false
            state.last = Last(run: run, clock: entry.clock, time: entry.time, decodeTime: entry.decodeTime)
            if !continues {
                let waiting = state.order.finish()
                if !isCut { hand(on: waiting, &state) }
                state.startsAnew = true
                state.origin = state.ends.origin(of: entry, behind: isCut ? nil : state.end)
                if let end = state.end, !isCut { state.ends = (state.ends + [end]).suffix(Self.maximumEnds) }
                state.end = nil
            }
            let own = entry.sample.presentation.seconds
            var end = state.end ?? SpanEnd(own: own, time: entry.time)
            if own > end.own { (end.own, end.time) = (own, entry.time) }
            guard let video = state.video else { return false }
            let triplets = entry.sample.withBytes { video.triplets(in: $0.assumingMemoryBound(to: UInt8.self)) }
            if !triplets.isEmpty { end.hasCaptions = true }
            state.end = end
            let data = ClosedCaptionData(time: MediaTime(seconds: entry.time), triplets: triplets)
            hand(on: state.order.push(data, decodeTime: entry.decodeTime), &state)
            return false
        }
    }

    /// Reports nothing from now on.
    func stop() {
        state.update { state in
            state.isStopped = true
            return false
        }
    }

    /// No more frames follow.
    func finish() {
        state.update { state in
            hand(on: state.order.finish(), &state)
            return false
        }
    }

    private func hand(on captions: [ClosedCaptionData], _ state: inout State) {
        // When a span begins without captions, such as an ad, captions shown before must disappear.
        for data in captions where !data.triplets.isEmpty || state.startsAnew && state.hasReported {
            report(
                EmbeddedCaptions(
                    time: data.time.seconds, bytes: data.triplets, startsAnew: state.startsAnew,
                    origin: state.startsAnew ? state.origin : nil))
            (state.startsAnew, state.hasReported) = (false, true)
        }
    }
}

extension [ClosedCaptionExtractor.SpanEnd] {
    /// The time on the item's timeline of the frame that a span continues, judging by the media clocks.
    ///
    /// - Parameter last: the span just before it. An earlier one that also matches takes precedence: an ad may be as long as the preceding
    ///   content, and begin with the same clock.
    fileprivate func origin(of entry: SampleQueue.Entry, behind last: Element?) -> Double? {
        let own = entry.sample.presentation.seconds
        func fits(_ end: Element) -> Bool { end.hasCaptions && end.time < entry.time && end.isFollowed(by: own) }
        return (self.last(where: fits) ?? last.flatMap { fits($0) ? $0 : nil })?.time
    }
}

extension CaptionedVideo {
    /// nil for codecs whose captions are not supported.
    fileprivate init?(_ format: TrackFormat) {
        switch format.codec {
        case "h264": self = .h264(lengthSize: format.unitLengthSize)
        case "hevc": self = .h265(lengthSize: format.unitLengthSize)
        case "mpeg2video": self = .mpeg2
        case "av1": self = .av1
        default: return nil
        }
    }
}

extension SampleQueue.Entry {
    /// The decode time on the item's timeline; nil when the container's is implausible.
    fileprivate var decodeTime: MediaTime? {
        let delay = (sample.presentation - sample.decode).seconds
        return delay >= 0 && delay < 5 ? MediaTime(seconds: time - delay) : nil
    }
}
