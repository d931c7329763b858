// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

// What the engine asks of an item.
extension PlayingItem {
    var id: ItemID { request.id }
    var address: String { request.address }
    var isAsset: Bool { request.isAsset }
    var start: StartPosition { request.start }
    var options: ItemOptions { request.options }

    var video: VideoRenderer { renderers.video }
    var isOnAir: Bool { renderers.isOnAir }
    /// Seconds added to the item's time to get the clock's time.
    var offset: Double { renderers.offset }
    var source: (any ItemSource)? { feed.source }

    /// The kinds that can be played; empty until known.
    var kinds: Set<TrackKind> { media.playable }
    var timeline: Timeline? { location.timeline }
    var isLive: Bool { timeline.map { $0.kind != .onDemand } ?? false }
    var hasPosition: Bool { location.isKnown }
    /// Where the item begins on its own timeline, in seconds.
    var beginning: Double { location.beginning }
    var failure: StreamingError? { status.failure }
    var pendingFailure: StreamingError? { status.pendingFailure }
    var hasBeenReady: Bool { status.hasBeenReady }
    var blocked: BlockedRanges { stops.blocked }
    var scheduler: InterstitialScheduler { stops.scheduler }

    var needed: Set<TrackKind> { kinds.intersection([.video, .audio]) }
    /// The track whose first frame or audio completes a start or a seek. In audio-only media, the video track ends at once.
    var leading: TrackKind { kinds == [.audio] ? .audio : .video }
    /// Every kind of track that the item has is ready to play.
    var isReady: Bool { progress.ready.isSuperset(of: kinds.isEmpty ? [.video, .audio] : needed) }
    /// The video has ended, or begins later, and audio plays meanwhile.
    var hasNoFrame: Bool {
        progress.ended[.video] != nil || progress.isBeforeVideo || !kinds.isEmpty && !kinds.contains(.video)
    }
    var hasEnded: Bool { !kinds.isEmpty && needed.allSatisfy { progress.ended[$0] != nil } }
    /// Where the last of the ended tracks ended, in seconds; nil when none has.
    var end: Double? { progress.ended.values.max() }
    var expectsAudio: Bool { (kinds.isEmpty || needed.contains(.audio)) && !progress.written.contains(.audio) }

    /// The blocked range that every track has stopped at; nil while one of them has something to play before it.
    var blockReached: TimeRange? {
        guard needed.allSatisfy({ progress.reached[$0] != nil || progress.ended[$0] != nil }) else { return nil }
        return progress.reached.values.min { $0.start < $1.start }
    }

    /// Where a seek to a time lands: at the end of the range that blocks it, or just before a range that nothing follows.
    func landing(_ time: Double) -> Double {
        guard let block = blocked.range(at: time) else { return time }
        return isLast(block) ? max(block.start - 0.1, timeline?.seekable.start ?? 0) : block.end
    }

    /// Whether nothing follows a blocked range.
    func isLast(_ block: TimeRange) -> Bool { timeline?.duration.map { block.end >= $0 - 0.1 } ?? false }

    /// An error that names the tracks of which nothing could be decoded, and whether those are all; nil if there are none.
    var damage: (error: StreamingError, isWhole: Bool)? {
        let kinds = [TrackKind.video, .audio].filter(needed.contains).filter { kind in
            kind == .video ? tracks.video.state.read { $0.outcome.isDamaged } : tracks.audio.state.read { $0.outcome.isDamaged }
        }
        guard !kinds.isEmpty else { return nil }
        let message =
            "none of the \(kinds.map(\.name).joined(separator: " and ")) could be decoded. The media is damaged: "
            + "copy or download it again, or ask its publisher for an intact copy"
        return (StreamingError(.unavailable, message: message, url: address), kinds.count == needed.count)
    }

    /// The next gap to skip, or the one that contains a position. Where audio goes on without video, it is heard.
    func nextGap(from position: Double) -> TimeRange? {
        gaps.next(from: position) { !hasAudio(in: $0, from: position) && !mayHaveAudio(in: $0) }
    }

    /// Whether audio goes on in a gap. The audio around a gap may reach a little into it.
    private func hasAudio(in gap: TimeRange, from position: Double) -> Bool {
        guard needed.contains(.audio) else { return false }
        let isInside = position > gap.start + Self.overhang
        let (start, end) = isInside ? (position - 0.2, gap.end) : (gap.start + Self.overhang, gap.end - Self.overhang)
        return tracks.audio.state.read { $0.samples.hasSample(from: start, until: end) }
    }

    /// Whether audio is loaded apart from the video, and not yet as far as a gap.
    private func mayHaveAudio(in gap: TimeRange) -> Bool {
        guard kinds.isEmpty || needed.contains(.audio),
            tracks.video.state.read({ $0.samples.passed ?? -.infinity }) >= gap.end - 0.001
        else { return false }
        let (end, isComplete) = tracks.audio.state.read { ($0.samples.span?.end ?? -.infinity, $0.samples.isComplete) }
        return !isComplete && end < gap.start + Self.overhang
    }

    /// Seconds.
    private static let overhang = 0.5

    /// Whether frames after a gap are loaded.
    func hasPictures(behind gap: TimeRange) -> Bool { tracks.buffered(.video).map { $0.end > gap.end + 0.05 } ?? false }

    /// An interstitial plays before the item, so its first frame must not be shown.
    var startsWithBreak: Bool {
        var scheduler = scheduler
        return hasPosition && scheduler.begin(at: beginning, isLive: isLive) != nil
    }

    /// Whether another item can begin the moment this one ends.
    func canBeFollowed(by next: PlayingItem) -> Bool {
        var scheduler = scheduler
        return scheduler.end() == nil && !next.startsWithBreak
    }

    /// Whether a preview can be requested.
    /// - Parameters:
    ///   - time: seconds on the item's timeline.
    ///   - width: pixels.
    func hasPreview(at time: Double, width: Int) -> Bool {
        guard failure == nil, kinds.isEmpty || kinds.contains(.video), time.isFinite, width > 0, blocked.range(at: time) == nil else {
            return false
        }
        guard let span = timeline?.seekable else { return true }
        return time >= span.start - 0.5 && time <= span.end + 0.5
    }

    /// Where the last sample of the item ends in seconds, once everything is decoded.
    var decodedEnd: Double? {
        var end: Double?
        if needed.contains(.audio) {
            guard tracks.audio.state.read({ $0.isDrained }) else { return nil }
            end = tracks.audio.state.read { $0.nextTime }
        }
        if needed.contains(.video) {
            let (isComplete, last) = tracks.video.state.read { ($0.samples.isComplete && $0.samples.isExhausted, $0.samples.end) }
            guard isComplete else { return nil }
            // Audio decides if there is any: a gap of some milliseconds can be heard but not seen. If audio ends long before the video,
            // silence follows it.
            if let sound = end, let last, last - sound < 0.25 { end = sound } else { end = last ?? end }
        }
        return end
    }

    /// Seconds queued after a position, and whether that is all of the rest of the item.
    func buffered(from position: Double) -> (seconds: Double, isWhole: Bool) {
        var seconds = Double.infinity
        var isWhole = true
        for kind in needed {
            if tracks.isComplete(kind) { continue }
            isWhole = false
            seconds = min(seconds, max((tracks.buffered(kind)?.end ?? position) - position, 0))
        }
        return (seconds, isWhole)
    }
}
