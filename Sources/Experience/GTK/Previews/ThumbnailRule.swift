// SPDX-License-Identifier: Apache-2.0

/// Decides which thumbnail to request while the pointer moves along a seek bar: one at a time, always the latest.
struct ThumbnailRule: Equatable {
    enum Event: Equatable {
        /// The pointer is at this time, in seconds.
        case hover(Double)
        case left
        /// The last request has completed or failed.
        case answered
    }

    enum Action: Equatable {
        case fetch(Double)
        /// The received thumbnail matches the pointer's time, or is close enough.
        case show
        case hide
    }

    private var isFetching = false
    private var target: Double?
    private var requested: Double?

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .hover(let time):
            target = time
            return fetch()
        case .left:
            (target, requested) = (nil, nil)
            return [.hide]
        case .answered:
            isFetching = false
            return (target == nil || requested == nil ? [] : [.show]) + fetch()
        }
    }

    private mutating func fetch() -> [Action] {
        guard !isFetching, let target, target != requested else { return [] }
        (isFetching, requested) = (true, target)
        return [.fetch(target)]
    }
}

/// A least-recently-used cache with a limit in bytes.
struct ByteCache<Value> {
    private struct Entry {
        var value: Value
        var bytes: Int
        var used: Int
    }

    let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses = 0
    private(set) var bytes = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Returns a value and marks it as used.
    mutating func value(_ name: String) -> Value? {
        uses += 1
        entries[name]?.used = uses
        return entries[name]?.value
    }

    /// Stores a value, unless it exceeds the cache's capacity.
    mutating func keep(_ value: Value, bytes size: Int, as name: String) {
        uses += 1
        bytes -= entries.removeValue(forKey: name)?.bytes ?? 0
        guard size <= capacity else { return }
        entries[name] = Entry(value: value, bytes: size, used: uses)
        bytes += size
        while bytes > capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            entries[oldest.key] = nil
            bytes -= oldest.value.bytes
        }
    }
}
