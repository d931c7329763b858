// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxDASH
import WindowboxHLS
package import WindowboxMedia
package import WindowboxStreaming

/// Presents a DASH manifest to streaming sessions as HLS playlists. The manifest's URL returns a multivariant playlist, and each
/// track has a media playlist at a URL that is only used internally. All other requests go to the underlying transport.
///
/// A live manifest is updated when a playlist is requested and the manifest is older than its update period: by a patch if the
/// manifest offers one, otherwise by loading it again.
package final class DASHTransport: Transport {
    struct State {
        var presentation: DASHPresentation
        /// The manifest's source, kept only if it offers patches.
        var document: [UInt8]?
        var steering: DASHSteering?
        var fetched: Double
        /// The author's clock minus the local clock, in seconds; nil until known.
        var clockOffset: Double?
        /// When to ask the author's clocks again because none has answered, on the local clock; nil otherwise.
        var clockRetry: Double?
        /// The same for the server the manifest came from; nil if it sent no date.
        var serverOffset: Double?
        /// Remote elements fetched so far, by URL.
        var remotes: [String: [UInt8]] = [:]
        var failing = FailingServices()
        /// An event in the media announced a new version.
        var isExpired = false
        var indexes: [DASHSegments.Location: DASHSegmentIndex] = [:]
    }

    /// The shortest time between updates, in seconds, for manifests that may change at any time.
    private static let shortestLifetime = 0.5
    private static let longestManifest = 16 << 20
    /// Seconds until clocks are queried again if none has responded.
    private static let clockRetryDelay = 30.0

    let base: any Transport
    let address: String
    let clock: @Sendable () -> Double
    let state: Mutex<State>
    private let manifests = Coalescer<String, Loaded>()
    private let indexLoads = Coalescer<DASHSegments.Location, DASHSegmentIndex>()
    private let clockLoads = Coalescer<String, Double?>()
    let steeringLoads = Coalescer<String, Bool>()

    struct Loaded: Sendable {
        var manifest: DASHManifest
        var remotes: [String: [UInt8]]
        /// nil if the manifest offers no patches.
        var document: [UInt8]?

        init(_ manifest: DASHManifest, _ remotes: [String: [UInt8]], document: [UInt8]) {
            self.manifest = manifest
            self.remotes = remotes
            self.document = manifest.patches.isEmpty ? nil : document
        }
    }

    /// - Parameters:
    ///   - base: loads manifests, indexes and segments.
    ///   - address: the manifest's URL as requested.
    ///   - head: the head of the response with the manifest.
    ///   - bytes: the manifest's source.
    ///   - clock: the local time in seconds since 1970.
    /// - Throws: `malformed` or `unsupported`, with the fault, its line and a remedy.
    package static func open(
        _ base: any Transport, address: String, head: ResponseHead, bytes: [UInt8],
        clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) async throws(TransportError) -> DASHTransport {
        let reader = DASHManifestReader(base: base, request: TransportRequest(url: address, referrer: address))
        let (manifest, remotes) = try await reader.read(bytes, url: head.url, known: [:])
        return try DASHTransport(base, address: address, head: head, Loaded(manifest, remotes, document: bytes), clock)
    }

    private init(
        _ base: any Transport, address: String, head: ResponseHead, _ loaded: Loaded,
        _ clock: @escaping @Sendable () -> Double
    ) throws(TransportError) {
        self.base = base
        self.address = address
        self.clock = clock
        let presentation: DASHPresentation
        do throws(DASHError) { presentation = try DASHPresentation(loaded.manifest, address: head.url) } catch {
            throw TransportError(error, url: head.url)
        }
        var state = State(presentation: presentation, fetched: clock(), remotes: loaded.remotes)
        state.document = loaded.document
        state.steering = loaded.manifest.steering.map { DASHSteering($0) }
        // The Date header is rounded down, so this is never ahead of the server's clock.
        state.serverOffset = head.date.map { $0 + (head.age ?? 0) - clock() }
        if presentation.manifest.clocks.isEmpty { state.clockOffset = state.serverOffset ?? 0 }
        self.state = Mutex(state)
    }

    /// Whether the bytes start a manifest; nil if more are needed to determine that.
    package static func isManifest(_ prefix: [UInt8]) -> Bool? {
        // The first bytes may be a part of a byte order mark.
        if prefix.count < 4, let first = prefix.first, [0, 0xEF, 0xFE, 0xFF].contains(first) { return nil }
        var bytes = DASHManifest.plainMarkup(prefix)[...]
        bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        guard bytes.first == UInt8(ascii: "<") else { return false }
        if DASHManifest.isManifest(bytes) { return true }
        let start = String(decoding: bytes.prefix(15), as: UTF8.self).lowercased()
        if start.hasPrefix("<html") || start.hasPrefix("<!doctype") { return false }
        return prefix.count < 16 << 10 ? nil : false
    }

    package func open(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if request.url == address {
            return response(to: request, state.withLock { $0.presentation.multivariant }.write())
        }
        if let track = state.withLock({ $0.presentation.track(at: request.url) }) {
            return response(to: request, try await playlist(of: track, request).write())
        }
        if let text = state.withLock({ $0.presentation.text(at: request.url) }) {
            return try await timedText(text.url, text.ticks, request)
        }
        return try await fetch(request)
    }

    /// The manifest's events that occur during a segment.
    package func events(at url: String, _ span: ByteSpan?) -> [EventMessage] {
        let range = span.map { ByteRange(length: $0.length, offset: $0.offset) }
        return state.withLock { $0.presentation.events(at: url, range) }
    }

    /// Forces an update of a live manifest with the next playlist request.
    package func expire() { state.withLock { $0.isExpired = $0.presentation.manifest.isDynamic } }

    private func response(to request: TransportRequest, _ bytes: [UInt8]) -> TransportResponse {
        TransportResponse(
            headers: ["Content-Type": "application/vnd.apple.mpegurl"], url: request.url, contentLength: bytes.count,
            body: TransportBody([ByteChunk(bytes)]))
    }

    // MARK: Playlists

    private func playlist(of track: Int, _ request: TransportRequest) async throws(TransportError) -> MediaPlaylist {
        try await refresh(request)
        let offset = try await clockOffset(request)
        let needed = state.withLock { state in state.presentation.indexes(of: track).filter { state.indexes[$0] == nil } }
        for location in needed { try await loadIndex(location, request) }
        let now = clock() + offset
        do throws(DASHError) {
            return try state.withLock { state throws(DASHError) in
                try state.presentation.playlist(of: track, indexes: state.indexes, now: now)
            }
        } catch { throw TransportError(error, url: address) }
    }

    private func loadIndex(_ location: DASHSegments.Location, _ request: TransportRequest) async throws(TransportError) {
        guard let range = location.range else {
            let found = try await indexLoads.value(location, url: location.url) { () async throws(TransportError) in
                try await self.searchIndex(location, request)
            }
            return state.withLock { $0.indexes[location] = found }
        }
        var fetch = request
        fetch.url = location.url
        fetch.span = ByteSpan(offset: range.offset, length: range.length)
        fetch.maximumBytes = range.length
        let needed = fetch
        let index = try await indexLoads.value(location, url: location.url) { () async throws(TransportError) in
            let bytes = try await self.fetch(needed).body.collect(reserving: range.length)
            let header = DASHSegmentIndex.isCues(bytes) ? try await self.header(before: range.offset, needed) : nil
            do throws(DASHError) {
                if let header { return try DASHSegmentIndex.readCues(bytes, at: range.offset, header: header) }
                return try DASHSegmentIndex.read(bytes, at: range.offset)
            } catch {
                throw TransportError(error, url: location.url)
            }
        }
        state.withLock { $0.indexes[location] = index }
    }

    /// The start of a file whose index cannot be read without its header.
    private func header(before offset: Int, _ request: TransportRequest) async throws(TransportError) -> [UInt8] {
        var fetch = request
        let length = min(offset, DASHSegmentIndex.longestHeader)
        fetch.span = ByteSpan(offset: 0, length: length)
        fetch.maximumBytes = length
        return try await self.fetch(fetch).body.collect(reserving: length)
    }

    // MARK: Versions of the manifest

    private func refresh(_ request: TransportRequest) async throws(TransportError) {
        let (known, document, age, lifetime) = state.withLock { state in
            (
                Loaded(state.presentation.manifest, state.remotes, document: []), state.document, clock() - state.fetched,
                state.isExpired ? 0 : state.presentation.lifetime
            )
        }
        guard let lifetime, age >= max(lifetime, Self.shortestLifetime) || age < 0 else { return }
        var fetch = request
        fetch.maximumBytes = Self.longestManifest
        let (urls, patches, offset) = state.withLock { state in
            let urls = known.manifest.locations(by: state.steering).filter { $0 != address } + [address]
            return (urls, known.manifest.patches(by: state.steering), state.clockOffset ?? 0)
        }
        let (base, needed, now) = (base, fetch, clock() + offset)
        let loaded = try await manifests.value(urls[0], url: urls[0]) { () async throws(TransportError) in
            if let document, let patched = await Self.patched(known, document, patches, base, needed, now: now) { return patched }
            let (response, bytes) = try await Self.first(of: urls, base, needed)
            let reader = DASHManifestReader(base: base, request: needed)
            let (manifest, remotes) = try await reader.read(bytes, url: response.url, known: known.remotes)
            return Loaded(manifest, remotes, document: bytes)
        }
        state.withLock { state in
            state.presentation.update(loaded.manifest)
            state.remotes = loaded.remotes
            state.document = loaded.document
            // Keep the server's last response even if the manifest now names another server.
            state.steering = loaded.manifest.steering.map { state.steering ?? DASHSteering($0) }
            state.isExpired = false
            state.fetched = clock()
            guard !state.indexes.isEmpty else { return }
            let manifest = state.presentation.manifest
            let used = Set(manifest.periods.flatMap(\.sets).flatMap(\.representations).compactMap(\.segments.index))
            state.indexes = state.indexes.filter { used.contains($0.key) }
        }
    }

    /// The next version, from the first patch that loads and applies; nil if the full manifest is needed.
    private static func patched(
        _ known: Loaded, _ document: [UInt8], _ patches: [DASHPatch.Location], _ base: any Transport, _ request: TransportRequest,
        now: Double
    ) async -> Loaded? {
        for location in patches {
            if let lifetime = location.timeToLive {
                guard let published = known.manifest.publishTime, now < published + lifetime else { continue }
            }
            var needed = request
            needed.url = location.url
            let reader = DASHManifestReader(base: base, request: request)
            guard let patch = try? await base.bytes(of: needed), let next = try? DASHPatch.apply(patch, to: document),
                let (manifest, remotes) = try? await reader.read(next, url: known.manifest.url, known: known.remotes)
            else { continue }
            return Loaded(manifest, remotes, document: next)
        }
        return nil
    }

    /// The response of the first URL that succeeds; the item's own URL is tried last.
    private static func first(
        of urls: [String], _ base: any Transport, _ request: TransportRequest
    ) async throws(TransportError) -> (TransportResponse, [UInt8]) {
        var cause: TransportError?
        for url in urls {
            var needed = request
            needed.url = url
            do throws(TransportError) {
                let response = try await base.open(needed)
                return (response, try await response.body.collect())
            } catch {
                guard error.mayBeElsewhere else { throw error }
                cause = cause ?? error
            }
        }
        throw cause ?? .cancelled(request.url)
    }

    // MARK: The author's clock

    private func clockOffset(_ request: TransportRequest) async throws(TransportError) -> Double {
        let (known, isDue) = state.withLock { state in
            let isDue = state.clockRetry.map { $0 <= clock() } ?? false
            // The next request follows only if this one fails too.
            if isDue { state.clockRetry = clock() + Self.clockRetryDelay }
            return (state.clockOffset, isDue)
        }
        if let known {
            // Playback continues meanwhile.
            if isDue { Task { [weak self] in await self?.askClocksAgain(request) } }
            return known
        }
        let answer = try await clockLoads.value("", url: address) { () async throws(TransportError) in await self.askClocks(request) }
        return state.withLock { state in
            let offset = answer ?? state.serverOffset ?? 0
            state.clockOffset = offset
            state.clockRetry = answer == nil ? clock() + Self.clockRetryDelay : nil
            return offset
        }
    }

    /// The offset of the first clock in the manifest that answers; nil if none does.
    private func askClocks(_ request: TransportRequest) async -> Double? {
        let (clocks, url) = state.withLock { ($0.presentation.manifest.clocks, $0.presentation.manifest.url) }
        return await DASHClockReader(base: base, request: request, manifest: url, clock: clock).offset(by: clocks)
    }

    private func askClocksAgain(_ request: TransportRequest) async {
        guard let offset = await askClocks(request) else { return }
        state.withLock { state in
            state.clockOffset = offset
            state.clockRetry = nil
        }
    }

    // MARK: Text

    private func timedText(_ url: String, _ ticks: Int64, _ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var fetch = request
        fetch.url = url
        let response = try await self.fetch(fetch)
        var bytes = try await response.body.collect(reserving: response.contentLength ?? 0)
        // In WebVTT, the timestamp map follows the header line. TTML has no place for one; it comes before the document.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let map = "X-TIMESTAMP-MAP=MPEGTS:\(ticks),LOCAL:00:00:00.000"
        if bytes[start...].starts(with: "WEBVTT".utf8) {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
            bytes.insert(contentsOf: "\n\(map)".utf8, at: end)
        } else if bytes[start...].first == UInt8(ascii: "<") {
            bytes = Array("\(map)\n".utf8) + bytes[start...]
        }
        return TransportResponse(
            headers: response.headers, url: response.url, contentLength: bytes.count, body: TransportBody([ByteChunk(bytes)]))
    }
}

extension TransportError {
    init(_ error: DASHError, url: String) {
        let cause: Cause =
            switch error.code {
            case .limit: .tooLarge
            case .unsupported: .unsupported
            default: .malformed
            }
        self.init(cause, url: url, message: "The DASH manifest can't be played: \(error.description)")
    }
}
