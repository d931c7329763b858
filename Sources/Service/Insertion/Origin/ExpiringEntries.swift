// SPDX-License-Identifier: Apache-2.0

/// Values that expire, limited in number and in bytes. What doesn't fit makes room by removing what expires first.
struct ExpiringEntries<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        var bytes: Int
        var until: ContinuousClock.Instant
    }

    private let maxCount: Int
    private let maxBytes: Int
    private var entries: [String: Entry] = [:]
    private(set) var bytes = 0

    init(maxCount: Int, maxBytes: Int) {
        self.maxCount = maxCount
        self.maxBytes = maxBytes
    }

    var count: Int { entries.count }

    func value(_ key: String, at now: ContinuousClock.Instant) -> Value? {
        guard let entry = entries[key], entry.until > now else { return nil }
        return entry.value
    }

    /// Does nothing if the value alone has too many bytes.
    mutating func keep(_ value: Value, _ bytes: Int, as key: String, until: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
        remove(key)
        guard bytes <= maxBytes else { return }
        if entries.count >= maxCount || self.bytes + bytes > maxBytes { makeRoom(for: bytes, at: now) }
        entries[key] = Entry(value: value, bytes: bytes, until: until)
        self.bytes += bytes
    }

    private mutating func remove(_ key: String) { bytes -= entries.removeValue(forKey: key)?.bytes ?? 0 }

    /// Removes half of what is allowed, so that this is rare.
    private mutating func makeRoom(for size: Int, at now: ContinuousClock.Instant) {
        for (key, entry) in entries.sorted(by: { $0.value.until < $1.value.until }) {
            guard entry.until <= now || entries.count > maxCount / 2 || bytes > max(0, maxBytes / 2 - size) else { return }
            remove(key)
        }
    }
}
