// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxHLS
import WindowboxStreaming
import WindowboxTransport

/// Serves an HLS variant as one piece: its decrypted segments, concatenated.
struct StreamRelay: ServedBytes {
    let playlist: MediaPlaylist
    let transport: any Transport
    let keys: KeyStore
    /// The URL with which the item was opened.
    let referrer: String

    func send(_ range: Range<Int>, from entry: Double, to write: (ByteBuffer) async throws -> Void) async throws {
        var section: InitializationMap?
        for segment in playlist.segments where segment.end > entry + 0.001 && !segment.isGap {
            if let map = segment.map, map != section {
                section = map
                try await send(map.uri, map.byteRange, keys: map.keys, of: segment, to: write)
            }
            try await send(segment.uri, segment.byteRange, keys: segment.keys, of: segment, to: write)
        }
    }

    private func send(
        _ uri: URIReference, _ range: ByteRange?, keys offered: [Key], of segment: MediaSegment, to write: (ByteBuffer) async throws -> Void
    ) async throws {
        let span = range.map { ByteSpan(offset: $0.offset, length: $0.length) }
        var body = try await transport.open(
            TransportRequest(url: uri.url, span: span, limits: .init(idle: 30, whole: .infinity), referrer: referrer)
        ).body
        let encryptions = offered.compactMap { SegmentEncryption($0, of: segment) }
        if !encryptions.isEmpty {
            guard let encryption = keys.choose(encryptions) else { throw keys.refusal(of: encryptions, url: uri.url) }
            let key = try await keys.key(for: KeyRequest(encryption, referrer: referrer))
            body = try body.decrypted(encryption, key: key, url: uri.url)
        }
        try await body.hand(on: write)
    }
}

extension SegmentEncryption {
    /// - Returns: nil for a key with method NONE.
    init?(_ key: Key, of segment: MediaSegment) {
        guard key.method != .none else { return nil }
        self.init(
            method: Method(key.method.name), keyURL: key.uri?.url ?? "", initializationVector: segment.initializationVector(for: key),
            keyFormat: key.keyFormat)
    }
}
