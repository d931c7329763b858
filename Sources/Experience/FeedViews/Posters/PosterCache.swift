// SPDX-License-Identifier: Apache-2.0

/// A least-recently-used cache with a limit in bytes.
struct PosterCache<Name: Hashable, Value> {
    private struct Entry {
        var value: Value
        var bytes: Int
        var used: Int
    }

    let capacity: Int
    private(set) var bytes = 0
    private var entries: [Name: Entry] = [:]
    private var uses = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Returns a value and marks it as used.
    mutating func value(_ name: Name) -> Value? {
        guard entries[name] != nil else { return nil }
        uses += 1
        entries[name]?.used = uses
        return entries[name]?.value
    }

    /// Stores a value, unless it exceeds the cache's capacity.
    mutating func keep(_ value: Value, bytes size: Int, as name: Name) {
        if let old = entries.removeValue(forKey: name) { bytes -= old.bytes }
        guard size <= capacity else { return }
        uses += 1
        entries[name] = Entry(value: value, bytes: size, used: uses)
        bytes += size
        while bytes > capacity, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            bytes -= oldest.value.bytes
            entries[oldest.key] = nil
        }
    }
}
