// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming
import WindowboxTransport

/// One item in an engine: its tracks, its renderers, its source, and how far it is. Belongs to the engine's actor.
final class PlayingItem {
    let id: ItemID
    let address: String
    /// The name of its playing that servers of interstitials are told (`_HLS_primary_id`).
    let session = String(UInt64.random(in: 0 ... .max), radix: 16)
    /// It is played in a break of another item: nobody outside knows of it.
    let isAsset: Bool
    /// As it was asked for.
    let start: StartPosition
    let options: ItemOptions
    /// With the cookies of this item.
    let transport: any Transport
    let tracks: ItemTracks
    let video: VideoRenderer
    let audio: AudioRenderer
    var source: (any ItemSource)?
    var opening: Task<Void, Never>?

    /// What there is to play; empty until it is known.
    var kinds: Set<TrackKind> = []
    /// Those of its source, and why some of them can't be played.
    var found: Set<TrackKind> = []
    var undecodable: [TrackKind: CodecError] = [:]
    var timeline: Timeline?
    var isLive: Bool { timeline.map { $0.kind != .onDemand } ?? false }
    var hasPosition = false
    /// Where the item begins on its own timeline.
    var beginning = 0.0
    var failure: StreamingError?
    /// The source has given up: it becomes the failure once what was loaded is played.
    var lastWord: StreamingError?
    var isOnAir = false
    var hasBeenReady = false
    /// Added to the item's time to get the clock's.
    var offset = 0.0
    var ready: Set<TrackKind> = []
    var ended: [TrackKind: Double] = [:]
    var seek: PendingSeek?
    /// Made before there was a source to tell.
    var selections: [Selection] = []
    var gaps = KnownGaps()
    /// What must not be played.
    var blocked = BlockedRanges()
    /// Other content that interrupts it.
    var course = InterstitialCourse()
    /// What interrupts it next, as far as it has been got ready.
    var upcoming: InterstitialLoad?
    /// ``blocked``, and where it is interrupted next: the renderers stop there.
    var fences = BlockedRanges()
    /// Seconds behind the live edge when playing stopped.
    var offsetFromLive: Double?
    /// The block that each track stands before.
    var reached: [TrackKind: TimeRange] = [:]
    var meter = MetricsMeter(at: MonotonicClock.now)
    let previews = ItemPreviews()
    /// As told last.
    var abilities = PlaybackAbilities()

    struct PendingSeek {
        var target: Double
        var asked: Instant
        var report: @Sendable (SeekReport) -> Void
    }

    init(
        id: ItemID, address: String, isAsset: Bool, start: StartPosition, options: ItemOptions, transport: any Transport,
        tracks: ItemTracks, video: VideoRenderer, audio: AudioRenderer
    ) {
        self.id = id
        self.address = address
        self.isAsset = isAsset
        self.start = start
        self.options = options
        self.transport = transport
        self.tracks = tracks
        self.video = video
        self.audio = audio
    }

    func run() {
        tracks.start()
        video.start()
        audio.start()
    }

    func stop() {
        opening?.cancel()
        upcoming?.stop()
        previews.stop()
        video.stop()
        audio.stop()
        tracks.stop()
        if let source { Task { await source.stop() } }
    }

    /// Every kind the item has is ready to be played.
    var isReady: Bool { kinds.isEmpty ? ready.isSuperset(of: [.video, .audio]) : ready.isSuperset(of: needed) }
    var hasEnded: Bool { !kinds.isEmpty && needed.allSatisfy { ended[$0] != nil } }
    /// The track whose first picture or sound is what a start or a seek lands on. Of sound alone the other one ends at once.
    var leading: TrackKind { kinds == [.audio] ? .audio : .video }
    var needed: Set<TrackKind> { kinds.intersection([.video, .audio]) }

    /// Where the last sample of the item ends, once all of it is decoded.
    var decodedEnd: Double? {
        var end: Double?
        if needed.contains(.audio) {
            guard tracks.audio.state.read({ $0.isDrained }) else { return nil }
            end = tracks.audio.state.read { $0.nextTime }
        }
        if needed.contains(.video) {
            let (isComplete, last) = tracks.video.state.read { ($0.samples.isComplete && $0.samples.isExhausted, $0.samples.end) }
            guard isComplete else { return nil }
            // Sound decides where it has some: a gap of some milliseconds is heard, but not seen. Silence follows sound that is
            // over long before the pictures are.
            if let sound = end, let last, last - sound < 0.25 { end = sound } else { end = last ?? end }
        }
        return end
    }

    /// Seconds queued ahead of a position, and whether the rest of the item is among them.
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
