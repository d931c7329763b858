// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxPlayer
public import WindowboxSources

/// An event of a media item that other objects may observe.
public enum MediaEvent: Sendable {
    /// ``MediaController/phase`` has changed.
    case phaseChanged(PhaseChange)
    /// ``MediaController/details`` have changed.
    case metadataChanged(previous: MediaDetails, current: MediaDetails)
    /// The media item can't be played.
    case failed(ControllerError)
    /// Loading is retried after a network failure.
    case didRetry
    /// The next media item of the playlist has begun automatically.
    case didContinueAutomatically(Media)
    /// A segment begins, by playing into it or by the user's choice.
    case segmentStarted(SegmentChange)
    /// A segment ends, by playing on or by leaving it.
    case segmentEnded(SegmentChange)
    /// Playback has reached a blocked segment and leaves it.
    case willSkipBlocked(CompositionSegment)
    /// Playback continues behind a blocked segment.
    case didSkipBlocked(CompositionSegment)
    /// A live stream has ended.
    case livestreamEnded(Media)
}

/// A change from one phase to another.
public struct PhaseChange: Hashable, Sendable {
    /// The phase that has begun.
    public var phase: PlaybackPhase
    /// The phase that has ended.
    public var previous: PlaybackPhase
    /// The URN of the previous media item, if it is a different one.
    public var previousURN: String?
    /// Seconds; as known when the change is reported.
    public var timeRange: TimeRange?
    /// As known when the change is reported.
    public var streamType: StreamType
    /// The position before the change, in seconds.
    public var lastTime: Double?
    /// The segment that was selected.
    public var selectedSegment: CompositionSegment?
}

/// The start or the end of a segment.
public struct SegmentChange: Hashable, Sendable {
    /// The segment that starts or ends.
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
