// SPDX-License-Identifier: Apache-2.0

import Synchronization
public import WindowboxMedia
import WindowboxStreaming

/// Caches segments in memory in front of another transport, and shares one transfer among concurrent requests for the same segment. All
/// readers get the bytes as they arrive, without a copy.
///
/// Playlists and other text aren't cached. A transfer continues as long as it has a reader.
public final class CachingTransport: Transport {
    private struct State {
        var cache: SegmentCache
        var transfers: [SegmentCache.Name: SharedTransfer] = [:]
    }

    private let upstream: any Transport
    private let now: @Sendable () -> Instant
    private let state: Mutex<State>

    /// - Parameters:
    ///   - upstream: answers what isn't cached.
    ///   - cache: the initial cache with its limits; 64 MiB by default.
    public convenience init(_ upstream: any Transport, cache: SegmentCache = SegmentCache()) {
        self.init(upstream, cache: cache) { .monotonic }
    }

    /// - Parameter now: the clock that determines the age of responses.
    public init(_ upstream: any Transport, cache: SegmentCache, now: @escaping @Sendable () -> Instant) {
        self.upstream = upstream
        self.now = now
        state = Mutex(State(cache: cache))
    }

    /// Bytes currently cached.
    public var bytes: Int { state.withLock { $0.cache.bytes } }

    /// Forgets all cached responses.
    public func removeAll() { state.withLock { $0.cache.removeAll() } }

    public func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard CacheRules.mayKeep(answerTo: request) else { return try await upstream.open(request) }
        try request.checkSpan()
        let name = SegmentCache.Name(url: request.url, span: request.span, headers: request.headers)
        let moment = now()
        let (entry, joined) = state.withLock { state -> (SegmentCache.Entry?, (transfer: SharedTransfer, reader: Int)?) in
            if let entry = state.cache.entry(name, at: moment) { return (entry, nil) }
            if let transfer = state.transfers[name], let reader = transfer.enter() { return (nil, (transfer, reader)) }
            let transfer = SharedTransfer(url: request.url, largest: state.cache.largestEntry) { [weak self] transfer, entry in
                self?.end(transfer, entry, as: name)
            }
            state.transfers[name] = transfer
            return (nil, transfer.enter().map { (transfer, $0) })
        }
        if let entry { return try answer(request, from: entry) }
        guard let joined else { return try await upstream.open(request) }
        return try await joined.transfer.open(request, as: joined.reader, upstream: upstream)
    }

    private func answer(_ request: TransportRequest, from entry: SegmentCache.Entry) throws(TransportError) -> TransportResponse {
        let length = entry.bytes
        if let maximum = request.maximumBytes, length > maximum { throw .tooLarge(request.url, limit: maximum) }
        return TransportResponse(
            status: entry.status, headers: entry.headers, url: entry.url, contentLength: length, body: TransportBody(entry.chunks))
    }

    private func end(_ transfer: SharedTransfer, _ entry: SegmentCache.Entry?, as name: SegmentCache.Name) {
        let moment = now()
        state.withLock { state in
            if state.transfers[name] === transfer { state.transfers[name] = nil }
            if let entry { state.cache.insert(entry, as: name, at: moment) }
        }
    }
}
