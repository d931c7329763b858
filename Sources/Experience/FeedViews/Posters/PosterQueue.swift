// SPDX-License-Identifier: Apache-2.0

/// Decides which posters to fetch: the most recently requested first, a few at a time, skipping those no longer needed.
struct PosterQueue<Name: Hashable> {
    enum Action: Equatable {
        case load(Name)
        case cancel(Name)
    }

    /// Maximum number of concurrent fetches.
    let maxActive: Int
    /// Maximum queue length; dropped posters are requested again when their items come back into view.
    let maxWaiting: Int
    private var requested: [Name: Int] = [:]
    private var waiting: [Name] = []
    private(set) var loading: Set<Name> = []

    init(maxActive: Int = 4, maxWaiting: Int = 400) { (self.maxActive, self.maxWaiting) = (max(1, maxActive), max(1, maxWaiting)) }

    mutating func request(_ name: Name) -> [Action] {
        requested[name, default: 0] += 1
        guard !loading.contains(name) else { return [] }
        waiting.removeAll { $0 == name }
        waiting.append(name)
        if waiting.count > maxWaiting { waiting.removeFirst() }
        return start()
    }

    /// A requester no longer needs the poster.
    mutating func forget(_ name: Name) -> [Action] {
        guard let count = requested[name] else { return [] }
        requested[name] = count > 1 ? count - 1 : nil
        guard count == 1 else { return [] }
        waiting.removeAll { $0 == name }
        guard loading.remove(name) != nil else { return [] }
        return [.cancel(name)] + start()
    }

    /// The fetch has succeeded or failed, so its waiters are removed.
    mutating func ended(_ name: Name) -> [Action] {
        guard loading.remove(name) != nil else { return [] }
        requested[name] = nil
        return start()
    }

    private mutating func start() -> [Action] {
        var actions: [Action] = []
        while loading.count < maxActive, let name = waiting.popLast() {
            loading.insert(name)
            actions.append(.load(name))
        }
        return actions
    }
}
