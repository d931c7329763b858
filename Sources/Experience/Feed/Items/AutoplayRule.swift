// SPDX-License-Identifier: Apache-2.0

/// Which of the items on a page play by themselves: those that are seen, the most visible first, as many as may.
public struct AutoplayRule: Sendable {
    public struct Settings: Hashable, Sendable {
        public var isEnabled = false
        /// The part of an item that must be seen, 0...1; it plays on while half of that is.
        public var threshold = 0.6
        /// Items that play at once.
        public var most = 1

        public init() {}
    }

    public enum Event: Sendable {
        /// The part of each item in view, 0...1, by its place in the feed; those that aren't named are out of view.
        case seen([Int: Double])
        /// Something lies over the widget: a dialog, another page, the full-screen player.
        case covered(Bool)
        /// The application is seen.
        case foreground(Bool)
        /// The host says itself whether the widget is in its viewport.
        case viewport(isEntered: Bool)
        /// A person paused or played an item; it keeps that until it leaves the view.
        case userPaused(Int)
        case userPlayed(Int)
        case setEnabled(Bool)
    }

    public enum Action: Hashable, Sendable {
        case play(Int)
        /// By itself, not by a person: such events are told apart.
        case pause(Int)
    }

    public private(set) var settings: Settings
    /// What plays, in the order of the feed.
    public private(set) var playing: Set<Int> = []
    private var seen: [Int: Double] = [:]
    private var isCovered = false
    private var isForeground = true
    private var isInViewport = true
    private var refused: Set<Int> = []
    private var wanted: Set<Int> = []

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .seen(let parts):
            seen = parts.compactMapValues { $0.isFinite && $0 > 0 ? min($0, 1) : nil }
            refused.formIntersection(seen.keys)
            wanted.formIntersection(seen.keys)
        case .covered(let isCovered): self.isCovered = isCovered
        case .foreground(let isForeground): self.isForeground = isForeground
        case .viewport(let isEntered): isInViewport = isEntered
        case .userPaused(let item):
            refused.insert(item)
            wanted.remove(item)
            // The person's own doing: nothing is to be done by itself.
            playing.remove(item)
        case .userPlayed(let item):
            refused.remove(item)
            wanted = [item]
            playing.insert(item)
        case .setEnabled(let isEnabled): settings.isEnabled = isEnabled
        }
        return update()
    }

    private mutating func update() -> [Action] {
        var next: [Int] = []
        if !isCovered, isForeground, isInViewport {
            let fit = seen.filter { item, part in
                guard !refused.contains(item) else { return false }
                if wanted.contains(item) { return true }
                return settings.isEnabled && part >= (playing.contains(item) ? settings.threshold / 2 : settings.threshold)
            }
            // What a person wants goes first, then what plays, so that two of equal share don't take turns.
            func rank(_ item: Int) -> (Int, Double) {
                (wanted.contains(item) ? 0 : 1, -(fit[item] ?? 0) - (playing.contains(item) ? 0.1 : 0))
            }
            next = Array(
                fit.keys.sorted { left, right in
                    let (one, other) = (rank(left), rank(right))
                    return one == other ? left < right : one < other
                }.prefix(max(0, settings.most)))
        }
        let paused = playing.subtracting(next).sorted()
        let played = next.filter { !playing.contains($0) }
        playing = Set(next)
        return paused.map { .pause($0) } + played.map { .play($0) }
    }
}
