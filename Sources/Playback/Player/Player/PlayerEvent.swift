// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// A change initiated by the player that the user may want to know about.
public enum PlayerEvent: Hashable, Sendable {
    /// Playback has reached a blocked range and skips it.
    case willPassBlockedRange(TimeRange)
    /// Playback continues behind a blocked range.
    case didPassBlockedRange(TimeRange)
    /// A seek to this time in seconds was requested. Several may precede one ``didSeek(to:)``.
    case willSeek(to: Double)
    /// All seeks are done; playback continues at this time in seconds. nil if the target couldn't be shown.
    case didSeek(to: Double?)
    /// An item interrupted by the network is loaded again.
    case didRetry(PlayerItem)
    /// Playback stalled for lack of data. Waiting after a seek and before the first frame doesn't count.
    case stalled
    /// The stall is over: there is data again, or playback is no longer requested.
    case resumedAfterStall
    /// Another application has exclusive audio, for instance for a call. Playback pauses.
    case interrupted
    /// Playback paused by the interruption resumes.
    case interruptionEnded
    /// The audio device has disappeared, and audio moves to another one; nil is the default device.
    case audioDeviceLost(movedTo: String?)
    /// The style of timed text, sent when it changes and for each item that becomes current.
    case textStyled([TextStyleRule])
    /// An item has played to its end.
    case didEnd(PlayerItem)
    /// An item has played backwards to its start, where it pauses.
    case didReachStart(PlayerItem)
    /// The item can't be played at ``Player/desiredSpeed`` now and plays at another speed. Sent when the speed is requested, and when the
    /// stream starts to limit it, for instance at the edge of a live window.
    case speedLimited(desired: Double, used: Double)
    /// ``Player/desiredSpeed`` was set to an invalid value: zero, or one that isn't finite. Nothing changes.
    case speedRefused(Double)
    /// The current item can't be played and stays current: ``Player/error`` says why. After a network failure, ``didRetry(_:)`` may follow.
    case didFail(PlayerItem)
    /// An item that can't be played was skipped: see ``ActionAtItemFailure/advance``.
    case didPassOver(PlayerItem)
}

extension PlayerEvent: CustomStringConvertible {
    public var description: String {
        switch self {
        case .willPassBlockedRange(let range): "skipping from \(range.start) s to \(range.end) s"
        case .didPassBlockedRange(let range): "skipped from \(range.start) s to \(range.end) s"
        case .willSeek(let time): "seeking to \(time) s"
        case .didSeek(let time): time.map { "at \($0) s after a seek" } ?? "the seek did not succeed"
        case .didRetry: "loading the item again after a network failure"
        case .stalled: "stalled"
        case .resumedAfterStall: "resumed after a stall"
        case .interrupted: "interrupted by other audio"
        case .interruptionEnded: "the interruption has ended"
        case .audioDeviceLost(let device): "the audio device is gone; audio moves to \(device ?? "the default device")"
        case .textStyled(let rules): "captions have \(rules.count) style rules"
        case .didEnd: "the item has ended"
        case .didReachStart: "played backwards to the start of the item"
        case .speedLimited(let desired, let used): "the speed is limited to \(used), not \(desired)"
        case .speedRefused(let speed): "\(speed) is not a valid speed"
        case .didFail: "the item can't be played"
        case .didPassOver: "skipped an item that can't be played"
        }
    }
}
