// SPDX-License-Identifier: Apache-2.0

// Dictionaries, sets and sorting for the module: the standard library's are made anew for each type of key and element, at 5 kB each.

/// Where keys are in an array, by their hashes: open addressing with linear probing.
struct HashIndex: Sendable {
    /// The position of a key plus 1; 0 is free, -1 was removed.
    private var slots: [Int32] = []
    private var hashes: [Int] = []
    private var removed = 0

    init() {}

    @inline(never)
    func position(_ hash: Int, _ isEqual: (Int) -> Bool) -> Int? {
        if hashes.isEmpty { return nil }
        var slot = hash & (slots.count - 1)
        while slots[slot] != 0 {
            let position = Int(slots[slot]) - 1
            if position >= 0, hashes[position] == hash, isEqual(position) { return position }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// Adds a key at the end.
    @inline(never)
    mutating func append(_ hash: Int) {
        hashes.append(hash)
        if (hashes.count + removed) * 4 > slots.count * 3 {
            var size = 8
            while size < hashes.count * 2 { size *= 2 }
            slots = [Int32](repeating: 0, count: size)
            removed = 0
            for position in hashes.indices { place(position) }
        } else {
            place(hashes.count - 1)
        }
    }

    private mutating func place(_ position: Int) {
        var slot = hashes[position] & (slots.count - 1)
        while slots[slot] > 0 { slot = (slot + 1) & (slots.count - 1) }
        if slots[slot] < 0 { removed -= 1 }
        slots[slot] = Int32(position + 1)
    }

    /// Removes a key; the last one takes its place.
    @inline(never)
    mutating func remove(_ position: Int) {
        slots[slot(of: position)] = -1
        removed += 1
        let last = hashes.count - 1
        if position != last {
            slots[slot(of: last)] = Int32(position + 1)
            hashes[position] = hashes[last]
        }
        hashes.removeLast()
    }

    private func slot(of position: Int) -> Int {
        var slot = hashes[position] & (slots.count - 1)
        while Int(slots[slot]) != position + 1 { slot = (slot + 1) & (slots.count - 1) }
        return slot
    }
}

/// A dictionary.
struct Map<Key: Hashable, Value> {
    private var index = HashIndex()
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []

    init() {}

    var isEmpty: Bool { keys.isEmpty }
    var count: Int { keys.count }

    @inline(never)
    private func position(_ key: Key) -> Int? { index.position(key.hashValue) { keys[$0] == key } }

    subscript(key: Key) -> Value? {
        get { position(key).map { values[$0] } }
        set {
            if let newValue { set(newValue, key) } else { _ = removeValue(forKey: key) }
        }
    }

    subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
        get { self[key] ?? value() }
        set { set(newValue, key) }
    }

    @inline(never)
    private mutating func set(_ value: Value, _ key: Key) {
        if let position = position(key) {
            values[position] = value
        } else {
            index.append(key.hashValue)
            keys.append(key)
            values.append(value)
        }
    }

    @inline(never)
    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        guard let position = position(key) else { return nil }
        index.remove(position)
        let value = values[position]
        let last = keys.count - 1
        if position != last {
            keys[position] = keys[last]
            values[position] = values[last]
        }
        keys.removeLast()
        values.removeLast()
        return value
    }

    mutating func removeAll(keepingCapacity: Bool = false) { self = Map() }

    func filter(_ isIncluded: ((key: Key, value: Value)) -> Bool) -> Map {
        var kept = Map()
        for (key, value) in self where isIncluded((key, value)) { kept.set(value, key) }
        return kept
    }
}

extension Map: Sequence {
    struct Iterator: IteratorProtocol {
        let map: Map
        var place = 0

        mutating func next() -> (key: Key, value: Value)? {
            guard place < map.keys.count else { return nil }
            place += 1
            return (map.keys[place - 1], map.values[place - 1])
        }
    }

    func makeIterator() -> Iterator { Iterator(map: self) }
}

extension Map: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral pairs: (Key, Value)...) { for (key, value) in pairs { set(value, key) } }
}

extension Map: Sendable where Key: Sendable, Value: Sendable {}

extension Map: Equatable where Value: Equatable {
    static func == (left: Map, right: Map) -> Bool {
        guard left.count == right.count else { return false }
        for (key, value) in left where right[key] != value { return false }
        return true
    }
}

extension Map: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// A set.
struct Set<Element: Hashable> {
    private var index = HashIndex()
    private var elements: [Element] = []

    init() {}
    init(_ elements: some Sequence<Element>) { for element in elements { insert(element) } }

    var isEmpty: Bool { elements.isEmpty }
    var count: Int { elements.count }

    @inline(never)
    private func position(_ element: Element) -> Int? { index.position(element.hashValue) { elements[$0] == element } }

    func contains(_ element: Element) -> Bool { position(element) != nil }

    @inline(never)
    @discardableResult
    mutating func insert(_ element: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        guard position(element) == nil else { return (false, element) }
        index.append(element.hashValue)
        elements.append(element)
        return (true, element)
    }

    @discardableResult
    mutating func remove(_ element: Element) -> Element? {
        guard let position = position(element) else { return nil }
        index.remove(position)
        let last = elements.removeLast()
        if position < elements.count { elements[position] = last }
        return element
    }
}

extension Set: Sequence {
    func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }
}

extension Set: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension Set: Sendable where Element: Sendable {}

extension Set: Hashable {
    static func == (left: Set, right: Set) -> Bool { left.count == right.count && left.elements.allSatisfy { right.contains($0) } }
    func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

extension Array {
    /// Sorts by merging; equal elements keep their order.
    @inline(never)
    mutating func sort(by precedes: (Element, Element) -> Bool) {
        var merged: [Element] = []
        var width = 1
        while width < count {
            merged.removeAll(keepingCapacity: true)
            while merged.count < count {
                var (left, right) = (merged.count, Swift.min(merged.count + width, count))
                let (middle, end) = (right, Swift.min(right + width, count))
                while left < middle || right < end {
                    if right == end || left < middle && !precedes(self[right], self[left]) {
                        merged.append(self[left])
                        left += 1
                    } else {
                        merged.append(self[right])
                        right += 1
                    }
                }
            }
            swap(&self, &merged)
            width *= 2
        }
    }

    func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
        var copy = self
        copy.sort(by: precedes)
        return copy
    }
}

extension Array where Element: Comparable {
    func sorted() -> [Element] { sorted { $0 < $1 } }
}
