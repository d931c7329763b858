// SPDX-License-Identifier: Apache-2.0

/// Decides which items on a page play automatically: visible ones, the most visible first, up to a limit.
public struct AutoplayRule: Sendable {
    /// Which items play, and how many.
    public struct Settings: Hashable, Sendable {
        /// False by default.
        public var isEnabled = false
        /// The fraction of an item that must be visible to start, 0...1; it keeps playing while half of that is visible.
        public var threshold = 0.6
        /// Maximum number of items that play at the same time.
        public var maxPlaying = 1

        public init() {}
    }

    /// What happens to the items.
    public enum Event: Sendable {
        /// The visible fraction of each item, 0...1, by index; items not listed are not visible.
        case seen([Int: Double])
        /// Something covers the widget: a dialog, another page, the full-screen player.
        case covered(Bool)
        /// The application is visible.
        case foreground(Bool)
        /// The host reports whether the widget is in its viewport.
        case viewport(isEntered: Bool)
        /// The user paused or played an item; this lasts until the item leaves the view.
        case userPaused(Int)
        /// The user played an item; this lasts until it leaves the view.
        case userPlayed(Int)
        /// Turns automatic playback on or off.
        case setEnabled(Bool)
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Play this item.
        case play(Int)
        /// Paused automatically, not by the user; analytics distinguish the two.
        case pause(Int)
    }

    /// The current settings.
    public private(set) var settings: Settings
    /// The items that are playing.
    public private(set) var playing: Set<Int> = []
    private var seen: [Int: Double] = [:]
    private var isCovered = false
    private var isForeground = true
    private var isInViewport = true
    private var refused: Set<Int> = []
    private var requested: Set<Int> = []

    /// - Parameter settings: disabled by default.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        switch event {
        case .seen(let parts):
            seen = parts.compactMapValues { $0.isFinite && $0 > 0 ? min($0, 1) : nil }
            refused.formIntersection(seen.keys)
            requested.formIntersection(seen.keys)
        case .covered(let isCovered): self.isCovered = isCovered
        case .foreground(let isForeground): self.isForeground = isForeground
        case .viewport(let isEntered): isInViewport = isEntered
        case .userPaused(let item):
            refused.insert(item)
            requested.remove(item)
            // The user has paused it, so no automatic pause is needed.
            playing.remove(item)
        case .userPlayed(let item):
            refused.remove(item)
            requested = [item]
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
                if requested.contains(item) { return true }
                return settings.isEnabled && part >= (playing.contains(item) ? settings.threshold / 2 : settings.threshold)
            }
            // Items that the user started come first, then items that are already playing, so that two equally visible items don't
            // alternate.
            func rank(_ item: Int) -> (Int, Double) {
                (requested.contains(item) ? 0 : 1, -(fit[item] ?? 0) - (playing.contains(item) ? 0.1 : 0))
            }
            next = Array(
                fit.keys.sorted { left, right in
                    let (one, other) = (rank(left), rank(right))
                    return one == other ? left < right : one < other
                }.prefix(max(0, settings.maxPlaying)))
        }
        let paused = playing.subtracting(next).sorted()
        let played = next.filter { !playing.contains($0) }
        playing = Set(next)
        return paused.map { .pause($0) } + played.map { .play($0) }
    }
}
