// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// What is kept of what was loaded: whole answers in memory within a budget, the least recently used go first.
///
/// A value without a clock or a lock of its own: ``CachingTransport`` puts them around it.
public struct SegmentCache: Sendable {
    /// What tells one answer from another.
    public struct Name: Hashable, Sendable {
        public var url: String
        public var span: ByteSpan?
        /// Fields that the application sent along; they may change the answer.
        public var headers: TransportHeaders
        public init(url: String, span: ByteSpan? = nil, headers: TransportHeaders = [:]) {
            self.url = url
            self.span = span
            self.headers = headers
        }
    }

    /// An answer with its whole body.
    public struct Entry: Sendable {
        public var status: Int
        public var headers: TransportHeaders
        /// After redirects.
        public var url: String
        public var chunks: [ByteChunk]
        public init(status: Int, headers: TransportHeaders, url: String, chunks: [ByteChunk]) {
            self.status = status
            self.headers = headers
            self.url = url
            self.chunks = chunks
        }
        public var bytes: Int { chunks.reduce(0) { $0 + $1.count } }
    }

    private struct Slot {
        var entry: Entry
        var bytes: Int
        var freshUntil: Instant
        var older: Name?
        var newer: Name?
    }

    /// Bytes of bodies; each answer counts some bytes more for its head.
    public let budget: Int
    /// Seconds an answer is kept whose server says nothing about it.
    public let lifetime: Double
    public private(set) var bytes = 0
    private var slots: [Name: Slot] = [:]
    private var oldest: Name?
    private var newest: Name?

    static let overhead = 512

    public init(budget: Int = 64 << 20, lifetime: Double = 600) {
        self.budget = budget
        self.lifetime = lifetime
    }

    public var count: Int { slots.count }
    /// The most bytes that one answer may have: one long file must not drive out everything else.
    public var largestEntry: Int { budget / 2 }

    /// Looking at an answer makes it the most recently used one.
    public mutating func entry(_ name: Name, at now: Instant) -> Entry? {
        guard let slot = slots[name] else { return nil }
        guard slot.freshUntil > now else {
            remove(name)
            return nil
        }
        unlink(name)
        link(name)
        return slot.entry
    }

    /// - Returns: Whether it was kept.
    @discardableResult
    public mutating func insert(_ entry: Entry, as name: Name, at now: Instant) -> Bool {
        let size = entry.bytes
        guard size <= largestEntry, let seconds = CacheRules.lifetime(entry.headers, unsaid: lifetime) else { return false }
        remove(name)
        slots[name] = Slot(entry: entry, bytes: size + Self.overhead, freshUntil: now + seconds)
        bytes += size + Self.overhead
        link(name)
        while bytes > budget, let oldest { remove(oldest) }
        return slots[name] != nil
    }

    public mutating func remove(_ name: Name) {
        guard slots[name] != nil else { return }
        unlink(name)
        bytes -= slots.removeValue(forKey: name)?.bytes ?? 0
    }

    public mutating func removeAll() { self = SegmentCache(budget: budget, lifetime: lifetime) }

    private mutating func link(_ name: Name) {
        slots[name]?.older = newest
        slots[name]?.newer = nil
        if let newest { slots[newest]?.newer = name } else { oldest = name }
        newest = name
    }

    private mutating func unlink(_ name: Name) {
        guard let slot = slots[name] else { return }
        if let older = slot.older { slots[older]?.newer = slot.newer } else { oldest = slot.newer }
        if let newer = slot.newer { slots[newer]?.older = slot.older } else { newest = slot.older }
    }
}
