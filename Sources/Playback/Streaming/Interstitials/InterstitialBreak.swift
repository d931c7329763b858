// SPDX-License-Identifier: Apache-2.0

/// Interstitials that are played one after the other before the primary goes on. A value.
public struct InterstitialBreak: Hashable, Sendable {
    /// What comes behind it.
    public enum Continuation: Hashable, Sendable {
        /// The primary begins.
        case beginning
        /// The primary goes on from where it was left, moved on by what the interstitials say.
        case place(Double)
        /// The primary goes on at a time that a seek wanted.
        case time(Double)
        /// The primary is over.
        case end
    }

    /// Why an interstitial ended.
    public enum Ending: Hashable, Sendable {
        case played
        /// Its list, or all of its assets, could not be had.
        case failed
        /// Its list names no assets.
        case empty
    }

    struct Joining: Hashable, Sendable {
        var id: String
        var seconds: Double
    }

    private var events: [ScheduledInterstitial]
    private let continuation: Continuation
    /// Seconds of the primary that the interstitials so far stand for.
    private var offset = 0.0
    private var snapsIn = false
    /// One that a live stream was joined in, and the seconds of it that were over then.
    private let joined: Joining?
    /// Seconds that the present interstitial has played, without the asset under way.
    public private(set) var elapsed = 0.0

    init?(_ events: [ScheduledInterstitial], then continuation: Continuation, joining joined: Joining? = nil) {
        guard !events.isEmpty else { return nil }
        self.events = events
        self.continuation = continuation
        self.joined = joined
    }

    /// The interstitial that is to be played now; nil when the primary goes on.
    public var event: ScheduledInterstitial? { events.first }

    /// Seconds of the present interstitial that were over when a live stream was joined in it; 0 of all others.
    public var joinedAt: Double {
        guard let joined, let event, event.id == joined.id else { return 0 }
        return joined.seconds
    }

    /// Seconds of the present interstitial that are over, without the asset under way.
    public var progress: Double { joinedAt + elapsed }

    /// Seconds that the present interstitial may still play; nil without a limit.
    public var remaining: Double? { event?.playoutLimit.map { max($0 - joinedAt - elapsed, 0) } }

    /// An asset has played.
    /// - Parameter seconds: of the asset that were shown.
    public mutating func played(_ seconds: Double) { elapsed += max(seconds, 0) }

    /// The present interstitial is over, and the next one's turn comes.
    public mutating func finish(_ ending: Ending) {
        guard let event else { return }
        switch ending {
        case .played: offset += event.resumeOffset.map { $0 - joinedAt } ?? elapsed
        case .empty: offset += event.resumeOffset.map { $0 - joinedAt } ?? 0
        case .failed: break
        }
        snapsIn = event.snapsIn
        elapsed = 0
        events.removeFirst()
    }

    /// Where the primary goes on.
    public func resumption(in schedule: InterstitialSchedule) -> Continuation {
        guard case .place(let place) = continuation else { return continuation }
        let time = max(place + offset, 0)
        return .time(snapsIn ? schedule.boundary(near: time, .latest) : time)
    }
}
