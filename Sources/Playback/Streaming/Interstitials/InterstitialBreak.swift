// SPDX-License-Identifier: Apache-2.0

/// Interstitials that play one after the other before the primary resumes.
public struct InterstitialBreak: Hashable, Sendable {
    /// What follows the break.
    public enum Continuation: Hashable, Sendable {
        /// The primary starts.
        case beginning
        /// The primary resumes where it was left, advanced by the interstitials' resume offsets.
        case place(Double)
        /// The primary resumes at the target time of a seek.
        case time(Double)
        /// The primary has ended.
        case end
    }

    /// Why an interstitial ended.
    public enum Ending: Hashable, Sendable {
        /// All of its assets were played, or it was left at its resumption.
        case played
        /// Its list, or all of its assets, failed to load.
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
    /// Seconds by which the interstitials so far advance the primary.
    private var offset = 0.0
    private var snapsIn = false
    /// The interstitial during which a live stream was joined, and how many of its seconds had passed.
    private let joined: Joining?
    /// Seconds that the current interstitial has played, without the asset in progress.
    public private(set) var elapsed = 0.0

    init?(_ events: [ScheduledInterstitial], then continuation: Continuation, joining joined: Joining? = nil) {
        guard !events.isEmpty else { return nil }
        self.events = events
        self.continuation = continuation
        self.joined = joined
    }

    /// The interstitial to play now; nil when the primary resumes.
    public var event: ScheduledInterstitial? { events.first }

    /// Seconds into the current interstitial at which a live stream was joined; 0 for all others.
    public var joinedAt: Double {
        guard let joined, let event, event.id == joined.id else { return 0 }
        return joined.seconds
    }

    /// Seconds of the current interstitial that have passed, without the asset in progress.
    public var progress: Double { joinedAt + elapsed }

    /// Seconds that the current interstitial may still play; nil without a limit.
    public var remaining: Double? { event?.playoutLimit.map { max($0 - joinedAt - elapsed, 0) } }

    /// Adds an asset that has played.
    /// - Parameter seconds: how much of the asset was shown.
    public mutating func played(_ seconds: Double) { elapsed += max(seconds, 0) }

    /// Ends the current interstitial and moves on to the next one.
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

    /// Where the primary resumes.
    public func resumption(in schedule: InterstitialSchedule) -> Continuation {
        guard case .place(let position) = continuation else { return continuation }
        let time = max(position + offset, 0)
        return .time(snapsIn ? schedule.boundary(near: time, .latest) : time)
    }
}
