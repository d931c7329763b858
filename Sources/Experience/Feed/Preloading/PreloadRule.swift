// SPDX-License-Identifier: Apache-2.0

/// Which items of a feed are held ready, so that the next swipe finds a picture: a bounded number of players, each of one item.
///
/// The network belongs to the item that is looked at until it shows something; then to the next one, then to the one behind that. A swipe
/// from one that is ready to another, with one more behind it, has the machine for itself: players are given back and filled again when
/// the picture is at rest.
public struct PreloadRule: Sendable {
    public struct Settings: Hashable, Sendable {
        /// Items held ready in the direction of the last swipe.
        public var ahead = 2
        /// Items held the other way, when there is room.
        public var behind = 1
        /// Players at most, at least 1: each has decoders and a buffer of its own.
        public var mostPlayers = 4
        /// Bytes that all players together may take, by ``bytesPerPlayer``.
        public var mostBytes = 256 << 20
        /// What one player holds: its media buffer and its pictures.
        public var bytesPerPlayer = 48 << 20

        public init() {}

        /// Never below 1: what is looked at is held whatever it takes.
        public var players: Int { max(1, min(mostPlayers, mostBytes / max(1, bytesPerPlayer))) }
    }

    public enum Event: Hashable, Sendable {
        /// How many items there are, and which can't be played at all: playlists, locked and blocked videos.
        case items(count: Int, unplayable: Set<Int>)
        /// This item is looked at now.
        case show(Int)
        /// Its first picture is there.
        case ready(Int)
        /// It can't be played; it is not tried again before it is looked at.
        case failed(Int)
        /// An item is to be had from another place from now on, or at all: what was loaded of it is not it any more.
        case changed(Int)
        /// The movement that brought the item in is over.
        case settled
        /// The system is short of memory: only what is looked at stays, until the next swipe.
        case memoryPressure
        /// The feed's items are others.
        case replaced
        case close
    }

    public enum Action: Hashable, Sendable {
        /// An item is loaded, and shows its first picture without playing.
        case load(Int)
        case release(Int)
        /// It plays from now on.
        case activate(Int)
        /// It is held ready, and does not play.
        case deactivate(Int)
    }

    public let settings: Settings
    public private(set) var current: Int?
    /// Those that have a player.
    public private(set) var held: Set<Int> = []
    private var ready: Set<Int> = []
    private var failed: Set<Int> = []
    private var unplayable: Set<Int> = []
    private var count = 0
    private var isForward = true
    private var isThrifty = false
    /// An item is on its way in, and nothing is loaded or released before ``Event/settled``.
    public private(set) var isSettling = false

    public init(settings: Settings = Settings()) { self.settings = settings }

    /// - Parameters:
    ///   - event: what happened.
    ///   - now: seconds of any clock that runs evenly.
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
            isSettling = ready.contains(index) && wanted.prefix(settings.players - 1).first.map(ready.contains) ?? true
            if isSettling { return actions + [.activate(index)] }
            makeRoom(&actions)
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
            // Who looks at it sees why; nobody else needs it.
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
        makeRoom(&actions)
        return actions + fill()
    }

    /// What should be held besides the current item, the most urgent first.
    private var wanted: [Int] {
        guard let current, !isThrifty else { return [] }
        let step = isForward ? 1 : -1
        let ahead = (1...max(1, settings.ahead)).prefix(max(0, settings.ahead)).map { current + $0 * step }
        let behind = (1...max(1, settings.behind)).prefix(max(0, settings.behind)).map { current - $0 * step }
        return (ahead + behind).filter { $0 >= 0 && $0 < count && !unplayable.contains($0) && !failed.contains($0) }
    }

    private mutating func makeRoom(_ actions: inout [Action]) {
        let kept = Set(wanted.prefix(settings.players - 1)).union([current].compactMap { $0 })
        for index in held.subtracting(kept).sorted() { release(index, &actions) }
    }

    /// The next one to load, when all that is more urgent is there.
    private mutating func fill() -> [Action] {
        guard let current else { return [] }
        let isCurrentDone = unplayable.contains(current) || ready.contains(current) || failed.contains(current)
        guard isCurrentDone else { return [] }
        for index in wanted.prefix(settings.players - 1) {
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
