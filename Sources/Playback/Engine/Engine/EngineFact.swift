// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// The number by which an engine and its user speak of one item.
public struct ItemID: Hashable, Sendable {
    public let number: Int
    public init(_ number: Int) { self.number = number }
}

/// What an engine tells, in order.
public enum EngineFact: Sendable {
    /// The item's streams are known.
    case presentation(ItemID, Presentation)
    case timeline(ItemID, Timeline)
    /// What the media say about themselves, before the item is ready; it may change while a radio station plays, and replaces what
    /// was told before.
    case metadata(ItemID, EmbeddedMetadata)
    /// The first picture is on screen, or the first sound is ready when there is no picture.
    case ready(ItemID, position: Double)
    case status(ItemID, EngineStatus)
    case variant(ItemID, VariantSwitch)
    case seeked(ItemID, SeekReport)
    case kinds(ItemID, Set<TrackKind>)
    /// What can be done with the item beside playing it, as far as it is known.
    case abilities(ItemID, PlaybackAbilities)
    /// What the pictures on screen are like, each time that changes.
    case picture(ItemID, PictureFormat)
    /// Captions inside a picture, in the order in which pictures are shown, some time before theirs is.
    case captions(ItemID, EmbeddedCaptions)
    /// The item's date ranges as known now, in order: they replace what was told before.
    case dateRanges(ItemID, [TimedDateRange])
    /// An event in the media, when it is loaded, which is some time before its own; each is told once.
    case event(ItemID, TimedEvent)
    /// How playing the item went: it has left, and its metrics change no more.
    case metrics(ItemID, PlaybackMetrics)
    /// Playing went on from one item to the next without stopping.
    case advanced(from: ItemID, to: ItemID)
    case failed(ItemID, StreamingError)
    /// No source has samples of a content type for a span. Playing passes over what the main content type lacks.
    case gap(ItemID, ContentType, TimeRange)
    /// Playing has come to a blocked range and leaves it.
    case reachedBlocked(ItemID, TimeRange)
    /// What lies behind a blocked range is on screen, or can be heard where there is no picture.
    case passedBlocked(ItemID, TimeRange)
    /// Something could not be loaded, and playing goes on: it is tried again, had from elsewhere, or done without.
    case warning(ItemID, StreamingError)
    /// What is to interrupt the item, as known now: it replaces what was told before.
    case interstitials(ItemID, InterstitialSchedule)
    /// Other content interrupts the item now, or no longer.
    case interstitial(ItemID, InterstitialFact)
    /// Timed text of the chosen subtitle rendition.
    case text(ItemID, TextFact)
    case journal(ItemID, [String])
    /// What the output of sound tells, whatever item plays.
    case audioOutput(AudioOutputEvent)
}

/// What an item is doing.
public enum EngineStatus: Hashable, Sendable {
    case loading
    case playing
    case paused
    /// Playing is wanted, and samples are missing.
    case stalled
    case ended
}

/// A change of the variant that new samples come from.
public struct VariantSwitch: Hashable, Sendable {
    /// An index in `Presentation.variants`.
    public var variant: Int
    /// Seconds on the item's timeline of the first sample of it.
    public var position: Double
    /// One line for people.
    public var reason: String
}

/// How a seek ended.
public struct SeekReport: Hashable, Sendable {
    public var target: Double
    /// The time of the picture shown first; nil when the seek was superseded, or found no picture.
    public var landed: Double?
    /// Seconds from the command to that picture.
    public var latency: Double

    public init(target: Double, landed: Double?, latency: Double) {
        self.target = target
        self.landed = landed
        self.latency = latency
    }
}

/// Counts since the engine was made.
public struct EngineCounts: Hashable, Sendable {
    public var picturesPresented = 0
    public var picturesDropped = 0
    /// Seconds of sound written to the output.
    public var audioSeconds = 0.0
    public var bytes = 0
    public var requests = 0

    public init() {}
}
