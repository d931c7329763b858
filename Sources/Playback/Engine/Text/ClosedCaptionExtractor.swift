// SPDX-License-Identifier: Apache-2.0

import WindowboxCaptions
import WindowboxCodec
import WindowboxMedia

/// Takes captions out of the coded pictures of an item when they are queued.
///
/// Captions build on each other, and decoders leave out pictures that come too late or lie before a seek's target: there, those in
/// them would be missing. In time before their pictures, captions are also known to be there before any is due.
final class ClosedCaptionExtractor: Sendable {
    private struct State {
        var order = ClosedCaptionOrder()
        var format: TrackFormat?
        var video: CaptionedVideo?
        /// Of the picture before, in the order of decoding.
        var last: Last?
        var startsAnew = true
        /// The picture that the stretch at hand goes on from, on the item's timeline.
        var origin: Double?
        /// How far the stretch at hand has come, and where those before it ended, the latest last.
        var end: StretchEnd?
        var ends: [StretchEnd] = []
        /// Whether any were handed on: pictures that never had some say nothing.
        var hasTold = false
        var isStopped = false
    }

    /// The picture of a stretch that is shown last.
    fileprivate struct StretchEnd {
        /// By the clock of its own media.
        var own: Double
        /// On the item's timeline.
        var time: Double
        var hasCaptions = false

        /// Whether a picture of another stretch is the one behind it: such as where content goes on behind an ad. Pictures that come
        /// first in decoding may be shown a few later.
        func isFollowed(by own: Double) -> Bool { own > self.own && own - self.own < 0.25 }
    }

    private struct Last {
        var run: Int
        var clock: Int
        var time: Double
        var decodeTime: MediaTime?

        /// Whether pictures before this one were dropped, and come again before whatever is shown after them: those that still wait
        /// for their order have holes between them, which must not be taken for all there is.
        func isCut(by entry: SampleQueue.Entry, of run: Int) -> Bool {
            if run != self.run { return true }
            guard clock == entry.clock, let decodeTime, let next = entry.decodeTime else { return false }
            return (decodeTime - next).seconds > 0.01
        }
    }

    private let state = Monitor(State())
    private let tell: @Sendable (EmbeddedCaptions) -> Void

    /// Pictures further apart in decoding do not go on from each other, in seconds.
    private static let longestStep = 2.0
    /// An ad break has fewer ads.
    private static let mostEnds = 32

    init(tell: @escaping @Sendable (EmbeddedCaptions) -> Void) { self.tell = tell }

    /// Takes those of a picture, which come in the order of decoding.
    /// - Parameter run: that the picture is queued in.
    func take(_ entry: SampleQueue.Entry, run: Int) {
        state.update { state in
            guard !state.isStopped else { return false }
            if entry.sample.format !== state.format {
                state.format = entry.sample.format
                state.video = CaptionedVideo(entry.sample.format)
            }
            let isCut = state.last?.isCut(by: entry, of: run) ?? false
            let goesOn = state.last.map { !isCut && $0.clock == entry.clock && abs($0.time - entry.time) < Self.longestStep } ?? false
            state.last = Last(run: run, clock: entry.clock, time: entry.time, decodeTime: entry.decodeTime)
            if !goesOn {
                let waiting = state.order.finish()
                if !isCut { hand(on: waiting, &state) }
                state.startsAnew = true
                state.origin = state.ends.origin(of: entry, behind: isCut ? nil : state.end)
                if let end = state.end, !isCut { state.ends = (state.ends + [end]).suffix(Self.mostEnds) }
                state.end = nil
            }
            let own = entry.sample.presentation.seconds
            var end = state.end ?? StretchEnd(own: own, time: entry.time)
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

    /// Nothing more is told.
    func stop() {
        state.update { state in
            state.isStopped = true
            return false
        }
    }

    /// No more pictures come.
    func finish() {
        state.update { state in
            hand(on: state.order.finish(), &state)
            return false
        }
    }

    private func hand(on captions: [ClosedCaptionData], _ state: inout State) {
        // Where another stretch begins without captions, such as an ad, what was shown before it is to be seen no more.
        for data in captions where !data.triplets.isEmpty || state.startsAnew && state.hasTold {
            tell(
                EmbeddedCaptions(
                    time: data.time.seconds, bytes: data.triplets, startsAnew: state.startsAnew,
                    origin: state.startsAnew ? state.origin : nil))
            (state.startsAnew, state.hasTold) = (false, true)
        }
    }
}

extension [ClosedCaptionExtractor.StretchEnd] {
    /// The time of the picture that a stretch goes on from, by the clocks of the media.
    ///
    /// - Parameter last: the stretch just before it. Where another one fits as well, that one is meant: an ad may be just as long as what
    ///   was played of the content before it, and begin with the same clock.
    fileprivate func origin(of entry: SampleQueue.Entry, behind last: Element?) -> Double? {
        let own = entry.sample.presentation.seconds
        func fits(_ end: Element) -> Bool { end.hasCaptions && end.time < entry.time && end.isFollowed(by: own) }
        return (self.last(where: fits) ?? last.flatMap { fits($0) ? $0 : nil })?.time
    }
}

extension CaptionedVideo {
    /// nil for codecs whose pictures carry no captions that are known here.
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
    /// On the item's timeline; nil where the container's cannot be.
    fileprivate var decodeTime: MediaTime? {
        let delay = (sample.presentation - sample.decode).seconds
        return delay >= 0 && delay < 5 ? MediaTime(seconds: time - delay) : nil
    }
}
