// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Fills the sample queues of an item, from an HLS presentation or a single file.
protocol ItemSource: Actor {
    func start(at position: StartPosition)
    /// Restarts the tracks at a time of the timeline and loads their samples.
    func seek(to time: Double)
    /// Like ``seek(to:)``, while the user still drags. A nearby frame is shown first if it is cheap to get.
    func scrub(to time: Double)
    /// Delivers single frames for playback at a rate, negative for backwards. nil ends this, and a seek follows.
    func trick(rate: Double?)
    func canTrick(at rate: Double) -> Bool
    /// Requests a preview near a time in seconds during playback. Supersedes the previous request; nil cancels it. The answer is a fact.
    func preview(at time: Double?, width: Int)
    func note(_ playback: Playback)
    /// The item's first frame is on screen or, without video, can be heard.
    func firstFrameShown()
    func select(_ selection: Selection)
    func limit(_ limits: QualityLimits)
    /// Playback skips these ranges from now on, so they need not be loaded.
    func block(_ ranges: BlockedRanges)
    func stop()
}

/// The state of playback, as the engine knows it.
struct Playback: Sendable {
    var position: Double
    var rate: Double
    var wantsToPlay: Bool
    var isStalled: Bool
    var droppedFrames: Int
}

/// What a source reports to its engine.
enum SourceFact: Sendable {
    case presentation(Presentation)
    case timeline(Timeline)
    /// Metadata of the media. Replaces what was reported before.
    case metadata(EmbeddedMetadata)
    /// The kinds of tracks the item has.
    case kinds(Set<TrackKind>)
    /// Where playback begins, in seconds, once the source has decided.
    case position(Double)
    /// Follows ``position(_:)`` and everything else known by then: the timeline and the interstitials.
    case begun
    /// The variant that new samples come from.
    case variant(Int, at: Double, reason: String)
    case rate(Double)
    case jump(Double)
    case failed(StreamingError)
    /// A load failed. Playback continues.
    case warning(LoadFailure)
    case text(TextFact)
    /// Captions from a closed-caption track.
    case captions(EmbeddedCaptions)
    case event(TimedEvent)
    case interstitials(InterstitialSchedule)
    case dateRanges([TimedDateRange])
    /// No source has data for a span.
    case gap(ContentType, TimeRange)
    /// Gaps reported from a time on are no longer valid.
    case gapsForgotten(ContentType, from: Double)
    /// A frame for trick play, or during scrubbing.
    case frame(VideoFrame, isScrub: Bool)
    /// The preview requested with ``ItemSource/preview(at:width:)``.
    case preview(Preview)
    /// The requested preview can't be loaded.
    case noPreview
    /// More samples are queued.
    case progressed
    case transferred(Transfer)
    case requested
    case journal([String])
}
