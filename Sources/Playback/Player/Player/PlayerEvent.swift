// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Something that a player did by itself and that a person may want to be told of.
public enum PlayerEvent: Hashable, Sendable {
    /// Playing has come to a blocked range and leaves it.
    case willPassBlockedRange(TimeRange)
    case didPassBlockedRange(TimeRange)
    /// A seek was asked for: this is where playing is going to, in seconds. Several may follow each other before one ``didSeek(to:)``.
    case willSeek(to: Double)
    /// Nothing is sought any more; playing goes on from there, in seconds. nil when the target could not be shown.
    case didSeek(to: Double?)
    /// An item that the network had interrupted is loaded again.
    case didRetry(PlayerItem)
    /// Playing came to a stand for want of data. Waiting after a seek, and before the first picture, is not one.
    case stalled
    /// The stand is over: there is data again, or playing is not wanted any more.
    case resumedAfterStall
    /// Something else is to be heard alone, such as a call. What plays is paused.
    case interrupted
    /// What was paused for it plays on.
    case interruptionEnded
    /// The device that sound went to is gone, and sound goes to another one from now on; nil is the default one.
    case audioDeviceLost(movedTo: String?)
    /// How timed text looks from now on: told when it changes, and anew for each item that becomes the current one.
    case textStyled([TextStyleRule])
    /// An item was played to its end.
    case didEnd(PlayerItem)
    /// An item was played backwards to its start. It is paused there.
    case didReachStart(PlayerItem)
    /// The item can't be played at ``Player/desiredSpeed`` now, and is played at another speed. Sent when the speed is asked for, and when the
    /// stream begins to limit it: at the edge of a live window, for instance.
    case speedLimited(desired: Double, used: Double)
    /// ``Player/desiredSpeed`` was set to what is no speed: zero, or a value that isn't finite. Nothing changes.
    case speedRefused(Double)
    /// An item that can't be played was passed over: see ``ActionAtItemFailure/advance``.
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
        case .interrupted: "interrupted by other sound"
        case .interruptionEnded: "the interruption has ended"
        case .audioDeviceLost(let device): "the audio device is gone; sound goes to \(device ?? "the default device")"
        case .textStyled(let rules): "captions have \(rules.count) style rules"
        case .didEnd: "the item has ended"
        case .didReachStart: "played backwards to the start of the item"
        case .speedLimited(let desired, let used): "the speed is limited to \(used), not \(desired)"
        case .speedRefused(let speed): "\(speed) is not a speed"
        case .didPassOver: "passed over an item that can't be played"
        }
    }
}
