// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia
public import WindowboxStreaming

/// An in-memory cache of complete responses with a size limit; the least recently used are evicted first.
///
/// A value without its own clock or lock: ``CachingTransport`` adds them.
public struct SegmentCache: Sendable {
    /// The cache key of a response.
    public struct Name: Hashable, Sendable {
        /// The URL of the request, before redirects.
        public var url: String
        /// The requested byte range; nil for the full resource.
        public var span: ByteSpan?
        /// Header fields from the application, which may affect the response.
        public var headers: TransportHeaders
        public init(url: String, span: ByteSpan? = nil, headers: TransportHeaders = [:]) {
            self.url = url
            self.span = span
            self.headers = headers
        }
    }

    /// A response with its complete body.
    public struct Entry: Sendable {
        /// The HTTP status.
        public var status: Int
        /// The header fields of the response.
        public var headers: TransportHeaders
        /// The URL after redirects.
        public var url: String
        /// The body, as it arrived.
        public var chunks: [ByteChunk]
        public init(status: Int, headers: TransportHeaders, url: String, chunks: [ByteChunk]) {
            self.status = status
            self.headers = headers
            self.url = url
            self.chunks = chunks
        }
        /// The size of the body in bytes.
        public var bytes: Int { chunks.reduce(0) { $0 + $1.count } }
    }

    private struct Slot {
        var entry: Entry
        var bytes: Int
        var freshUntil: Instant
        var older: Name?
        var newer: Name?
    }

    /// The size limit in bytes. Each response counts 512 bytes in addition to its body.
    public let budget: Int
    /// Seconds that a response is kept if its server doesn't say.
    public let lifetime: Double
    /// The size of all responses, with 512 bytes added for each.
    public private(set) var bytes = 0
    private var slots: [Name: Slot] = [:]
    private var oldest: Name?
    private var newest: Name?

    static let overhead = 512

    public init(budget: Int = 64 << 20, lifetime: Double = 600) {
        self.budget = budget
        self.lifetime = lifetime
    }

    /// The number of responses.
    public var count: Int { slots.count }
    /// Maximum size of one response in bytes: a long file must not evict everything else.
    public var largestEntry: Int { budget / 2 }

    /// Returns a response and marks it as the most recently used; nil if it isn't cached or is stale.
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

    /// Adds a response.
    /// - Returns: whether it was cached.
    @discardableResult
    public mutating func insert(_ entry: Entry, as name: Name, at now: Instant) -> Bool {
        let size = entry.bytes
        guard size <= largestEntry, let seconds = CacheRules.lifetime(entry.headers, fallback: lifetime) else { return false }
        remove(name)
        slots[name] = Slot(entry: entry, bytes: size + Self.overhead, freshUntil: now + seconds)
        bytes += size + Self.overhead
        link(name)
        while bytes > budget, let oldest { remove(oldest) }
        return slots[name] != nil
    }

    /// Removes a response. Does nothing if it isn't cached.
    public mutating func remove(_ name: Name) {
        guard slots[name] != nil else { return }
        unlink(name)
        bytes -= slots.removeValue(forKey: name)?.bytes ?? 0
    }

    /// Removes all responses. The limits stay.
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
