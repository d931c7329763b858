// SPDX-License-Identifier: Apache-2.0

/// Which posters are fetched now: those wanted last go first, a few at a time, and who is forgotten by all is not fetched.
struct PosterQueue<Name: Hashable> {
    enum Action: Equatable {
        case load(Name)
        case cancel(Name)
    }

    /// At once.
    let most: Int
    /// How many wait; the oldest are asked for again by those that still want them when they come into view again.
    let mostWaiting: Int
    private var wanted: [Name: Int] = [:]
    private var waiting: [Name] = []
    private(set) var loading: Set<Name> = []

    init(most: Int = 4, mostWaiting: Int = 400) { (self.most, self.mostWaiting) = (max(1, most), max(1, mostWaiting)) }

    mutating func want(_ name: Name) -> [Action] {
        wanted[name, default: 0] += 1
        guard !loading.contains(name) else { return [] }
        waiting.removeAll { $0 == name }
        waiting.append(name)
        if waiting.count > mostWaiting { waiting.removeFirst() }
        return start()
    }

    /// One of those who wanted it does no longer.
    mutating func forget(_ name: Name) -> [Action] {
        guard let count = wanted[name] else { return [] }
        wanted[name] = count > 1 ? count - 1 : nil
        guard count == 1 else { return [] }
        waiting.removeAll { $0 == name }
        guard loading.remove(name) != nil else { return [] }
        return [.cancel(name)] + start()
    }

    /// It is there, or can't be had: nobody waits for it any more.
    mutating func ended(_ name: Name) -> [Action] {
        guard loading.remove(name) != nil else { return [] }
        wanted[name] = nil
        return start()
    }

    private mutating func start() -> [Action] {
        var actions: [Action] = []
        while loading.count < most, let name = waiting.popLast() {
            loading.insert(name)
            actions.append(.load(name))
        }
        return actions
    }
}
