// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// The number that identifies an item between an engine and its user.
public struct ItemID: Hashable, Sendable {
    /// Chosen by the user of the engine, and unique among its items.
    public let number: Int
    public init(_ number: Int) { self.number = number }
}

/// What an engine reports, in order.
public enum EngineFact: Sendable {
    /// The item's streams are known.
    case presentation(ItemID, Presentation)
    /// The item's duration or seekable range is known or has changed.
    case timeline(ItemID, Timeline)
    /// Metadata embedded in the media, reported before the item is ready. It may change while a radio station plays, and replaces what was
    /// reported before.
    case metadata(ItemID, EmbeddedMetadata)
    /// The first frame is on screen or, without video, the first audio is ready.
    case ready(ItemID, position: Double)
    /// The item's status has changed.
    case status(ItemID, EngineStatus)
    /// New samples come from another variant than before.
    case variant(ItemID, VariantSwitch)
    /// A seek has ended, with or without a frame.
    case seeked(ItemID, SeekReport)
    /// The kinds of tracks that the item has, reported before it is ready.
    case kinds(ItemID, Set<TrackKind>)
    /// What can be done with the item besides playing it, as far as known.
    case abilities(ItemID, PlaybackAbilities)
    /// The format of the frames on screen, each time it changes.
    case picture(ItemID, PictureFormat)
    /// Captions embedded in the video, in presentation order, some time before their frame is shown.
    case captions(ItemID, EmbeddedCaptions)
    /// The item's date ranges as known now, in order. They replace those reported before.
    case dateRanges(ItemID, [TimedDateRange])
    /// An event in the media. Reported once, when it is loaded, which is some time before it is due.
    case event(ItemID, TimedEvent)
    /// The playback metrics of an item that was removed. They are final.
    case metrics(ItemID, PlaybackMetrics)
    /// Playback continued from one item with the next without stopping.
    case advanced(from: ItemID, to: ItemID)
    /// The item has stopped with an error; loading it again starts over.
    case failed(ItemID, StreamingError)
    /// No source has samples of a content type for a span. Playback skips what the main content type lacks.
    case gap(ItemID, ContentType, TimeRange)
    /// Playback has reached a blocked range and leaves it.
    case reachedBlocked(ItemID, TimeRange)
    /// The first frame after a blocked range is on screen or, without video, can be heard.
    case passedBlocked(ItemID, TimeRange)
    /// Something could not be loaded, and playback continues: it is retried, loaded from another location, or left out.
    case warning(ItemID, StreamingError)
    /// The interstitials of the item as known now. They replace those reported before.
    case interstitials(ItemID, InterstitialSchedule)
    /// An interstitial has begun or ended, or one of its assets has begun or failed.
    case interstitial(ItemID, InterstitialFact)
    /// Timed text of the chosen subtitle rendition.
    case text(ItemID, TextFact)
    /// New lines of the journal of loading decisions, for diagnosis.
    case journal(ItemID, [String])
    /// An event of the audio output, whatever item plays.
    case audioOutput(AudioOutputEvent)
}

/// What an item is doing.
public enum EngineStatus: Hashable, Sendable {
    /// The first frame or audio of it, or of an interstitial, isn't ready yet.
    case loading
    /// The position advances.
    case playing
    /// Loaded, and playback isn't requested.
    case paused
    /// The user wants to play, but samples are missing.
    case stalled
    /// It was played to its end.
    case ended
}

/// A change of the variant that new samples come from.
public struct VariantSwitch: Hashable, Sendable {
    /// An index in `Presentation.variants`.
    public var variant: Int
    /// Seconds on the item's timeline of its first sample.
    public var position: Double
    /// One line for display.
    public var reason: String
}

/// How a seek ended.
public struct SeekReport: Hashable, Sendable {
    /// The requested position in seconds on the item's timeline.
    public var target: Double
    /// Seconds of the frame shown first; nil when the seek was superseded or found no frame.
    public var landed: Double?
    /// Seconds on the item's timeline at which playback continues; nil if ``landed`` is. A frame may have begun long before it, for example
    /// a slide.
    public var position: Double?
    /// Seconds from the command until that frame was shown.
    public var latency: Double

    /// - Parameter position: nil if it is where the frame begins.
    public init(target: Double, landed: Double?, latency: Double, position: Double? = nil) {
        self.target = target
        self.landed = landed
        self.latency = latency
        self.position = landed.map { position ?? $0 }
    }
}

/// Counts since the engine was made.
public struct EngineCounts: Hashable, Sendable {
    /// Frames that were passed to the video outputs.
    public var picturesPresented = 0
    /// Frames that were too late to be shown.
    public var picturesDropped = 0
    /// Seconds of audio written to the output.
    public var audioSeconds = 0.0
    /// Bytes loaded, of all items.
    public var bytes = 0
    /// Requests made, of all items.
    public var requests = 0

    public init() {}
}
