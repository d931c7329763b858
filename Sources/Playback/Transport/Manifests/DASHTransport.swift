// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WindowboxDASH
import WindowboxHLS
package import WindowboxMedia
package import WindowboxStreaming

/// Plays a DASH manifest as what streaming sessions read: the manifest's address answers with a multivariant playlist, and each
/// of its tracks has a media playlist at an address that never leaves this machine. All other requests go to the transport below.
///
/// Live manifests are fetched anew when a playlist is asked for and the last version has grown as old as it may.
package final class DASHTransport: Transport {
    private struct State {
        var presentation: DASHPresentation
        var fetched: Double
        /// Seconds from this machine's clock to the author's; nil until it was asked for.
        var clockOffset: Double?
        /// The same by the server that the manifest came from; nil when it said nothing of the time.
        var serverOffset: Double?
        /// Remote elements that were fetched.
        var remotes: [String: [UInt8]] = [:]
        var failing = FailingServices()
        /// Something in the media says that there is another version.
        var isExpired = false
        var indexes: [DASHSegments.Location: DASHSegmentIndex] = [:]
    }

    /// Seconds between two versions of a manifest that says it may change at any time.
    private static let shortestLifetime = 0.5
    private static let longestManifest = 16 << 20

    private let base: any Transport
    private let address: String
    private let clock: @Sendable () -> Double
    private let state: Mutex<State>
    private let manifests = Coalescer<String, Loaded>()
    private let indexLoads = Coalescer<DASHSegments.Location, DASHSegmentIndex>()
    private let clockLoads = Coalescer<String, Double>()

    private struct Loaded: Sendable {
        var manifest: DASHManifest
        var remotes: [String: [UInt8]]
    }

    /// - Parameters:
    ///   - base: brings manifests, indexes and segments.
    ///   - address: the manifest's, as it was asked for.
    ///   - head: of the answer that brought the manifest.
    ///   - bytes: the manifest.
    ///   - clock: seconds since 1970 by this machine.
    /// - Throws: `malformed` or `unsupported` with what is wrong with the manifest, its line and what its author can do.
    package static func open(
        _ base: any Transport, address: String, head: ResponseHead, bytes: [UInt8],
        clock: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) async throws(TransportError) -> DASHTransport {
        let reader = DASHManifestReader(base: base, request: TransportRequest(url: address, referrer: address))
        let (manifest, remotes) = try await reader.read(bytes, url: head.url, known: [:])
        return try DASHTransport(base, address: address, head: head, manifest, remotes, clock)
    }

    private init(
        _ base: any Transport, address: String, head: ResponseHead, _ manifest: DASHManifest, _ remotes: [String: [UInt8]],
        _ clock: @escaping @Sendable () -> Double
    ) throws(TransportError) {
        self.base = base
        self.address = address
        self.clock = clock
        let presentation: DASHPresentation
        do throws(DASHError) { presentation = try DASHPresentation(manifest, address: head.url) } catch {
            throw TransportError(error, url: head.url)
        }
        var state = State(presentation: presentation, fetched: clock(), remotes: remotes)
        // Whole seconds that are past: never ahead of the server's clock.
        state.serverOffset = head.date.map { $0 + (head.age ?? 0) - clock() }
        if presentation.manifest.clocks.isEmpty { state.clockOffset = state.serverOffset ?? 0 }
        self.state = Mutex(state)
    }

    /// Whether bytes begin a manifest; nil when more of them are needed to know.
    package static func isManifest(_ prefix: [UInt8]) -> Bool? {
        var bytes = prefix[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
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

    /// The manifest's events during a segment.
    package func events(at url: String, _ span: ByteSpan?) -> [EventMessage] {
        let range = span.map { ByteRange(length: $0.length, offset: $0.offset) }
        return state.withLock { $0.presentation.events(at: url, range) }
    }

    /// The manifest is fetched anew for the next playlist, however long it said that it holds good.
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
        let wanted = state.withLock { state in state.presentation.indexes(of: track).filter { state.indexes[$0] == nil } }
        for location in wanted { try await loadIndex(location, request) }
        let now = clock() + offset
        do throws(DASHError) {
            return try state.withLock { state throws(DASHError) in
                try state.presentation.playlist(of: track, indexes: state.indexes, now: now)
            }
        } catch { throw TransportError(error, url: address) }
    }

    private func loadIndex(_ location: DASHSegments.Location, _ request: TransportRequest) async throws(TransportError) {
        guard let range = location.range else { return }
        var fetch = request
        fetch.url = location.url
        fetch.span = ByteSpan(offset: range.offset, length: range.length)
        fetch.maximumBytes = range.length
        let wanted = fetch
        let index = try await indexLoads.value(location, url: location.url) { () async throws(TransportError) in
            let bytes = try await self.fetch(wanted).body.collect(reserving: range.length)
            let header = DASHSegmentIndex.isCues(bytes) ? try await self.header(before: range.offset, wanted) : nil
            do throws(DASHError) {
                if let header { return try DASHSegmentIndex.readCues(bytes, at: range.offset, header: header) }
                return try DASHSegmentIndex.read(bytes, at: range.offset)
            } catch {
                throw TransportError(error, url: location.url)
            }
        }
        state.withLock { $0.indexes[location] = index }
    }

    /// The first bytes of a file whose index does not tell by itself what its numbers mean.
    private func header(before offset: Int, _ request: TransportRequest) async throws(TransportError) -> [UInt8] {
        var fetch = request
        let length = min(offset, DASHSegmentIndex.longestHeader)
        fetch.span = ByteSpan(offset: 0, length: length)
        fetch.maximumBytes = length
        return try await self.fetch(fetch).body.collect(reserving: length)
    }

    // MARK: Versions of the manifest

    private func refresh(_ request: TransportRequest) async throws(TransportError) {
        let (locations, age, lifetime, remotes) = state.withLock { state in
            (
                state.presentation.manifest.locations, clock() - state.fetched,
                state.isExpired ? 0 : state.presentation.lifetime, state.remotes
            )
        }
        guard let lifetime, age >= max(lifetime, Self.shortestLifetime) || age < 0 else { return }
        var fetch = request
        fetch.maximumBytes = Self.longestManifest
        let (base, wanted, urls) = (base, fetch, locations.filter { $0 != address } + [address])
        let loaded = try await manifests.value(urls[0], url: urls[0]) { () async throws(TransportError) in
            let (response, bytes) = try await Self.first(of: urls, base, wanted)
            let reader = DASHManifestReader(base: base, request: wanted)
            let (manifest, remotes) = try await reader.read(bytes, url: response.url, known: remotes)
            return Loaded(manifest: manifest, remotes: remotes)
        }
        state.withLock { state in
            state.presentation.update(loaded.manifest)
            state.remotes = loaded.remotes
            state.isExpired = false
            state.fetched = clock()
            guard !state.indexes.isEmpty else { return }
            let manifest = state.presentation.manifest
            let used = Set(manifest.periods.flatMap(\.sets).flatMap(\.representations).compactMap(\.segments.index))
            state.indexes = state.indexes.filter { used.contains($0.key) }
        }
    }

    /// The answer of the first address that has one; that of the item itself is the last.
    private static func first(
        of urls: [String], _ base: any Transport, _ request: TransportRequest
    ) async throws(TransportError) -> (TransportResponse, [UInt8]) {
        var cause: TransportError?
        for url in urls {
            var wanted = request
            wanted.url = url
            do throws(TransportError) {
                let response = try await base.open(wanted)
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
        let (known, server, clocks, url) = state.withLock {
            ($0.clockOffset, $0.serverOffset, $0.presentation.manifest.clocks, $0.presentation.manifest.url)
        }
        if let known { return known }
        let reader = DASHClockReader(base: base, request: request, manifest: url, clock: clock)
        let offset = try await clockLoads.value("", url: url) { () async throws(TransportError) in
            await reader.offset(by: clocks) ?? server ?? 0
        }
        state.withLock { $0.clockOffset = offset }
        return offset
    }

    // MARK: Several places

    /// From the first of the places that has it; one that fails is asked last for a while, once another has proved that it is not
    /// the resource that is missing.
    private func fetch(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let places = state.withLock { $0.failing.sorted($0.presentation.manifest.places(of: request.url), now: clock()) }
        guard places.count > 1 else { return try await base.open(request) }
        var failed: [String] = []
        var cause: TransportError?
        for place in places {
            var wanted = request
            wanted.url = place.url
            do throws(TransportError) {
                var response = try await base.open(wanted)
                for service in failed { note(failing: service) }
                if let service = place.service {
                    response.body = TransportBody(ReportingSource(response.body) { [weak self] in self?.note(failing: service) })
                }
                return response
            } catch {
                guard error.mayBeElsewhere else { throw error }
                cause = cause ?? error
                if let service = place.service { failed.append(service) }
            }
        }
        throw cause ?? .cancelled(request.url)
    }

    private func note(failing service: String) { state.withLock { $0.failing.add(service, now: clock()) } }

    // MARK: Text

    private func timedText(_ url: String, _ ticks: Int64, _ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        var fetch = request
        fetch.url = url
        let response = try await self.fetch(fetch)
        var bytes = try await response.body.collect(reserving: response.contentLength ?? 0)
        // Where the text has a header line, the map stands behind it.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if bytes[start...].starts(with: "WEBVTT".utf8) {
            let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
            bytes.insert(contentsOf: "\nX-TIMESTAMP-MAP=MPEGTS:\(ticks),LOCAL:00:00:00.000".utf8, at: end)
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
