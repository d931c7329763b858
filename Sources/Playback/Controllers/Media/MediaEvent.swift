// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxSources

/// An event of a media item that other objects may observe.
public enum MediaEvent: Sendable {
    case phaseChanged(PhaseChange)
    case metadataChanged(previous: MediaDetails, current: MediaDetails)
    case failed(ControllerError)
    /// Loading is retried after a network failure.
    case didRetry
    /// The next media item of the playlist has begun automatically.
    case didContinueAutomatically(Media)
    case segmentStarted(SegmentChange)
    case segmentEnded(SegmentChange)
    /// Playback has reached a blocked segment and leaves it.
    case willSkipBlocked(CompositionSegment)
    case didSkipBlocked(CompositionSegment)
    /// A live stream has ended.
    case livestreamEnded(Media)
}

/// A change from one phase to another.
public struct PhaseChange: Hashable, Sendable {
    public var phase: PlaybackPhase
    public var previous: PlaybackPhase
    /// The URN of the previous media item, if it is a different one.
    public var previousURN: String?
    /// Seconds; as known when the change is reported.
    public var timeRange: TimeRange?
    public var streamType: StreamType
    /// The position before the change, in seconds.
    public var lastTime: Double?
    /// The segment that was selected.
    public var selectedSegment: CompositionSegment?
}

/// The start or the end of a segment.
public struct SegmentChange: Hashable, Sendable {
    public var segment: CompositionSegment
    /// The segment that was left for this one, or that follows it.
    public var neighbour: CompositionSegment?
    /// The user selected it.
    public var isSelected: Bool
    /// It was left before its end.
    public var isInterrupted: Bool
    /// The position in seconds at which it happened.
    public var time: Double?
}
