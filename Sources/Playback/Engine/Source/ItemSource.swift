// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Fills the sample queues of an item: from an HLS presentation, or from a single file.
protocol ItemSource: Actor {
    func start(at position: StartPosition)
    /// Restarts the tracks at a time of the timeline and loads their samples.
    func seek(to time: Double)
    /// The same while the user still drags: a picture near the time is shown first if one is cheap to get.
    func scrub(to time: Double)
    /// Brings single pictures for playing at a rate, negative for backwards; nil ends it, and a seek follows.
    func trick(rate: Double?)
    func canTrick(at rate: Double) -> Bool
    /// Asks for a preview from near a time while playing goes on. It replaces the request before; nil cancels that. The answer is a fact.
    func preview(at time: Double?, width: Int)
    func note(_ playback: Playback)
    /// Something of the item is on screen, or can be heard where there is no picture.
    func goOn()
    func select(_ selection: Selection)
    func limit(_ limits: QualityLimits)
    /// Playing skips these ranges from now on, so nothing need be loaded for them.
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
    /// The kinds of track the item has.
    case kinds(Set<TrackKind>)
    /// Where playing begins, when the source has decided it.
    case position(Double)
    /// Follows ``position(_:)``, and whatever else is known by then: the timeline, and what interrupts the item.
    case begun
    /// The variant that new samples come from.
    case variant(Int, at: Double, reason: String)
    case rate(Double)
    case jump(Double)
    case failed(StreamingError)
    /// A load failed. Playing goes on.
    case warning(LoadFailure)
    case text(TextFact)
    /// Of a track of closed captions.
    case captions(EmbeddedCaptions)
    case event(TimedEvent)
    case interstitials(InterstitialSchedule)
    case dateRanges([TimedDateRange])
    /// Nothing can be loaded for a span.
    case gap(ContentType, TimeRange)
    /// Gaps reported from a time on are no longer valid.
    case gapsForgotten(ContentType, from: Double)
    /// A picture for fast playing, or while dragging.
    case picture(VideoFrame, isScrub: Bool)
    /// What ``ItemSource/preview(at:width:)`` asked for.
    case preview(Preview)
    /// The preview that was asked for can't be loaded.
    case noPreview
    /// More samples are queued.
    case progressed
    case transferred(Transfer)
    case requested
    case journal([String])
}
