// SPDX-License-Identifier: Apache-2.0

import WindowboxCodec
import WindowboxMedia
import WindowboxStreaming

/// Fills the sample queues of an item: from an HLS presentation, or from a single file.
protocol ItemSource: Actor {
    func start(at position: StartPosition)
    /// Restarts the tracks at a time of the timeline and sees to it that their samples come.
    func seek(to time: Double)
    /// The same while the user still drags: a picture near the time is shown first where there is a cheap one.
    func scrub(to time: Double)
    /// Brings single pictures for playing at a rate, negative for backwards; nil ends it, and a seek follows.
    func trick(rate: Double?)
    func canTrick(at rate: Double) -> Bool
    /// Brings a small picture from near a time while playing goes on, and takes the place of the one asked for before; nil ends that.
    /// It is answered by a fact, which may come at once.
    func preview(at time: Double?, width: Int)
    func note(_ playback: Playback)
    /// Something of the item is on screen, or can be heard where there is no picture.
    func goOn()
    func select(_ selection: Selection)
    func limit(_ limits: QualityLimits)
    /// Playing passes over these spans from now on: nothing need be loaded for them.
    func block(_ ranges: BlockedRanges)
    func stop()
}

/// How playing goes, as the engine knows it.
struct Playback: Sendable {
    var position: Double
    var rate: Double
    var wantsToPlay: Bool
    var isStalled: Bool
    var droppedFrames: Int
}

/// What a source tells its engine.
enum SourceFact: Sendable {
    case presentation(Presentation)
    case timeline(Timeline)
    /// What the media say about themselves; it replaces what was told before.
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
    /// A load failed, which by itself stops nothing.
    case warning(LoadFailure)
    case text(TextFact)
    /// Of a track of closed captions.
    case captions(EmbeddedCaptions)
    case event(TimedEvent)
    case interstitials(InterstitialSchedule)
    case dateRanges([TimedDateRange])
    /// Nothing can be had for a span.
    case gap(Lane, TimeRange)
    /// What was said of spans from a time on is void.
    case gapsForgotten(Lane, from: Double)
    /// A picture for fast playing, or while dragging.
    case picture(VideoFrame, isScrub: Bool)
    /// What ``ItemSource/preview(at:width:)`` asked for.
    case preview(Preview)
    /// It can't be had.
    case noPreview
    /// More samples are queued.
    case progressed
    case transferred(Transfer)
    case requested
    case journal([String])
}
