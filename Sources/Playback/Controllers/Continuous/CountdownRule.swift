// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxSources

/// The countdown between the end of a media item and the next one.
public struct Countdown: Hashable, Sendable {
    /// The item that was upcoming when the countdown began, even if the playlist changes.
    public let upcoming: Media
    /// When the previous media item ended.
    public let start: Date
    /// When the upcoming item begins.
    public let end: Date
}

/// Decides when the next media item of a playlist begins automatically.
struct CountdownRule {
    enum Event: Equatable {
        /// A media item was played to its end.
        /// - Parameters:
        ///   - upcoming: nil when nothing follows.
        ///   - duration: the seconds until the next item; infinite to stay at the end.
        case ended(upcoming: Media?, duration: Double)
        /// The item is no longer at its end, for whatever reason.
        case left
        /// The user cancels the next item.
        case cancelled
        /// The user starts the next item now.
        case engaged
        case woke
    }

    enum Action: Equatable {
        case wake(at: Date)
        case sleep
        case play(Media, isAutomatic: Bool)
        case endedWithoutTransition
    }

    /// nil also when the next item begins without a countdown.
    private(set) var countdown: Countdown?
    private var pending: (media: Media, due: Date)?

    /// Seconds. A longer countdown means that there is no transition.
    static let longest = 86_400.0 * 365

    mutating func handle(_ event: Event, at now: Date) -> [Action] {
        switch event {
        case .ended(let upcoming, let duration):
            guard let upcoming, duration < Self.longest else { return forget() + [.endedWithoutTransition] }
            let due = now.addingTimeInterval(max(duration, 0))
            if duration > 0 { countdown = Countdown(upcoming: upcoming, start: now, end: due) }
            pending = (upcoming, due)
            return [.wake(at: due)]
        case .left, .cancelled: return forget()
        case .engaged:
            guard let media = pending?.media else { return [] }
            return forget() + [.play(media, isAutomatic: false)]
        case .woke:
            guard let pending else { return [] }
            guard now >= pending.due else { return [.wake(at: pending.due)] }
            (self.pending, countdown) = (nil, nil)
            return [.play(pending.media, isAutomatic: true)]
        }
    }

    private mutating func forget() -> [Action] {
        guard pending != nil else { return [] }
        (pending, countdown) = (nil, nil)
        return [.sleep]
    }
}
