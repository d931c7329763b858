// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxEngine
import WindowboxStreaming
import WindowboxTransport

/// An HLS stream whose segments can't be put one after the other as they are, in another container: sound that lies apart,
/// samples that are encrypted one by one, and what is live.
struct RemuxRelay: ServedBytes {
    /// Of the multivariant or media playlist.
    let address: String
    let transport: any Transport
    let keyProviders: [any KeyProvider]
    let isLive: Bool
    /// Only variants that nearly every renderer decodes.
    let isCommonOnly: Bool

    func send(_ range: Range<Int>, from entry: Double, to write: (ByteBuffer) async throws -> Void) async throws {
        let isCommonOnly = isCommonOnly
        try await StreamRemux().send(
            address, from: isLive ? .automatic : .time(entry),
            isUsable: { !isCommonOnly || MediaKind.areCommon($0.codecs?.split(separator: ",").map(String.init) ?? []) },
            transport: transport, keyProviders: keyProviders
        ) { try await write(ByteBuffer(bytes: $0)) }
    }
}

extension MediaKind {
    /// Codecs, as RFC 6381 names them, of which nearly every renderer has decoders.
    static func areCommon(_ codecs: [String]) -> Bool {
        codecs.allSatisfy { codec in
            let name = codec.trimmed
            return name.hasPrefix("avc1") || name.hasPrefix("mp4a")
        }
    }
}
