// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxSources

/// The time between the end of a media and the next one.
public struct Countdown: Hashable, Sendable {
    /// What was upcoming when it began, whatever becomes of the playlist.
    public let upcoming: Media
    public let start: Date
    public let end: Date
}

/// When the next media of a playlist begins by itself.
struct CountdownRule {
    enum Event: Equatable {
        /// A media was played to its end.
        /// - Parameters:
        ///   - upcoming: nil when nothing follows.
        ///   - duration: seconds; infinite to stay.
        case ended(upcoming: Media?, duration: Double)
        /// It is not at its end any more, in whatever way.
        case left
        /// A person does not want the next one.
        case cancelled
        /// A person wants the next one now.
        case engaged
        case woke
    }

    enum Action: Equatable {
        case wake(at: Date)
        case sleep
        case play(Media, isAutomatic: Bool)
        case endedWithoutTransition
    }

    /// Nil also while the next media is about to begin at once.
    private(set) var countdown: Countdown?
    private var pending: (media: Media, due: Date)?

    /// Longer ones count as none at all: a person is never that patient.
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
