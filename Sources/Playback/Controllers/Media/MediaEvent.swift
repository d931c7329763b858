// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxSources

/// Something that happened to a media and that others may want to hear of.
public enum MediaEvent: Sendable {
    case phaseChanged(PhaseChange)
    case metadataChanged(previous: MediaDetails, current: MediaDetails)
    case failed(ControllerError)
    /// What the network had interrupted is tried again.
    case didRetry
    /// The next media of the playlist was begun by itself.
    case didContinueAutomatically(Media)
    case segmentStarted(SegmentChange)
    case segmentEnded(SegmentChange)
    /// Playing has come to a segment that must not be played, and leaves it.
    case willSkipBlocked(CompositionSegment)
    case didSkipBlocked(CompositionSegment)
    /// What was live is over.
    case livestreamEnded(Media)
}

/// From one phase to another.
public struct PhaseChange: Hashable, Sendable {
    public var phase: PlaybackPhase
    public var previous: PlaybackPhase
    /// The name of the media before, when it is another one.
    public var previousURN: String?
    /// Seconds; what is known when the change is told.
    public var timeRange: TimeRange?
    public var streamType: StreamType
    /// Where it was before the change, in seconds.
    public var lastTime: Double?
    /// The segment that had been chosen.
    public var selectedSegment: CompositionSegment?
}

/// Into a segment, or out of it.
public struct SegmentChange: Hashable, Sendable {
    public var segment: CompositionSegment
    /// The segment that was left for this one, or that follows it.
    public var neighbour: CompositionSegment?
    /// It was gone to by its name.
    public var isSelected: Bool
    /// It was left before its end.
    public var isInterrupted: Bool
    /// Seconds, when it happened.
    public var time: Double?
}
