// SPDX-License-Identifier: Apache-2.0

/// Decides which items of a feed to preload, so that the next swipe shows a frame immediately: a limited number of players, one item each.
///
/// The current item gets all bandwidth until it shows a frame; then the next item, then the one after it. While a swipe animates,
/// nothing is loaded or released, so that it gets all CPU time; players are reassigned once it has settled.
public struct PreloadRule: Sendable {
    /// How many items have a player.
    public struct Settings: Hashable, Sendable {
        /// Items to preload in the direction of the last swipe.
        public var ahead = 2
        /// Items to keep in the other direction, if possible.
        public var behind = 1
        /// Maximum number of players, at least 1; each has its own decoders and buffer.
        public var maxPlayers = 4
        /// Maximum bytes of all players together, estimated with ``bytesPerPlayer``.
        public var maxBytes = 256 << 20
        /// Estimated bytes per player: its media buffer and frames.
        public var bytesPerPlayer = 48 << 20

        public init() {}

        /// At least 1: the current item is always kept.
        public var players: Int { max(1, min(maxPlayers, maxBytes / max(1, bytesPerPlayer))) }
    }

    /// What happens to the items.
    public enum Event: Hashable, Sendable {
        /// The number of items, and those that can't be played at all: playlists, locked and blocked videos.
        case items(count: Int, unplayable: Set<Int>)
        /// This item is now the current one.
        case show(Int)
        /// Its first frame is available.
        case ready(Int)
        /// It can't be played; it isn't retried until it becomes current.
        case failed(Int)
        /// An item's source has changed or become available; loaded data is obsolete.
        case changed(Int)
        /// The transition to the item has finished.
        case settled
        /// The system is short of memory: keep only the current item until the next swipe.
        case memoryPressure
        /// The feed's items were replaced.
        case replaced
        /// The player closes.
        case close
    }

    /// What the owner does.
    public enum Action: Hashable, Sendable {
        /// Load an item and show its first frame without playing.
        case load(Int)
        /// Release the item's player.
        case release(Int)
        /// Start playing.
        case activate(Int)
        /// Keep it loaded, but don't play.
        case deactivate(Int)
    }

    /// The settings given at initialization.
    public let settings: Settings
    /// The index of the current item; nil before the first.
    public private(set) var current: Int?
    /// The items that have a player.
    public private(set) var held: Set<Int> = []
    private var ready: Set<Int> = []
    private var failed: Set<Int> = []
    private var unplayable: Set<Int> = []
    private var count = 0
    private var isForward = true
    private var isThrifty = false
    /// A transition is in progress; nothing is loaded or released before ``Event/settled``.
    public private(set) var isSettling = false

    /// Creates a rule without items.
    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any monotonic clock.
    public mutating func handle(_ event: Event, at now: Double) -> [Action] {
        var actions: [Action] = []
        switch event {
        case .items(let count, let unplayable): (self.count, self.unplayable) = (max(0, count), unplayable)
        case .show(let index):
            guard index >= 0, index < count, index != current else { break }
            if let current {
                isForward = index > current
                if held.contains(current) { actions.append(.deactivate(current)) }
            }
            current = index
            isThrifty = false
            failed.remove(index)
            isSettling = ready.contains(index) && upcoming.prefix(settings.players - 1).first.map(ready.contains) ?? true
            if isSettling { return actions + [.activate(index)] }
            freeMemory(&actions)
            if !unplayable.contains(index) {
                if held.insert(index).inserted { actions.append(.load(index)) }
                actions.append(.activate(index))
            }
            return actions + fill()
        case .ready(let index): if held.contains(index) { ready.insert(index) }
        case .failed(let index):
            guard held.contains(index) else { break }
            failed.insert(index)
            ready.remove(index)
            // Keep the current item to show its error; release others.
            if index != current { release(index, &actions) }
        case .changed(let index):
            guard index >= 0, index < count else { break }
            unplayable.remove(index)
            failed.remove(index)
            if held.contains(index) { release(index, &actions) }
            guard index == current else { break }
            held.insert(index)
            return actions + [.load(index), .activate(index)]
        case .settled: isSettling = false
        case .memoryPressure: (isThrifty, isSettling) = (true, false)
        case .replaced, .close:
            for index in held.sorted() { release(index, &actions) }
            (current, failed, unplayable, count, isForward, isSettling) = (nil, [], [], 0, true, false)
            return actions
        }
        guard !isSettling else { return actions }
        freeMemory(&actions)
        return actions + fill()
    }

    /// The items to keep in addition to the current one, most urgent first.
    private var upcoming: [Int] {
        guard let current, !isThrifty else { return [] }
        let step = isForward ? 1 : -1
        let ahead = (1...max(1, settings.ahead)).prefix(max(0, settings.ahead)).map { current + $0 * step }
        let behind = (1...max(1, settings.behind)).prefix(max(0, settings.behind)).map { current - $0 * step }
        return (ahead + behind).filter { $0 >= 0 && $0 < count && !unplayable.contains($0) && !failed.contains($0) }
    }

    private mutating func freeMemory(_ actions: inout [Action]) {
        let kept = Set(upcoming.prefix(settings.players - 1)).union([current].compactMap { $0 })
        for index in held.subtracting(kept).sorted() { release(index, &actions) }
    }

    /// The next item to load, once all more urgent ones are ready.
    private mutating func fill() -> [Action] {
        guard let current else { return [] }
        let isCurrentDone = unplayable.contains(current) || ready.contains(current) || failed.contains(current)
        guard isCurrentDone else { return [] }
        for index in upcoming.prefix(settings.players - 1) {
            if held.insert(index).inserted { return [.load(index)] }
            if !ready.contains(index) { return [] }
        }
        return []
    }

    private mutating func release(_ index: Int, _ actions: inout [Action]) {
        held.remove(index)
        ready.remove(index)
        actions.append(.release(index))
    }
}
