// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxCodec
import WindowboxEngine
import WindowboxStreaming
import WindowboxTransport

/// Remuxes an HLS stream whose segments can't simply be concatenated: separate audio renditions, sample encryption, or live.
struct RemuxRelay: ServedBytes {
    /// URL of the multivariant or media playlist.
    let address: String
    let transport: any Transport
    let keyProviders: [any KeyProvider]
    let isLive: Bool
    /// Whether to use only variants that nearly every renderer decodes.
    let isCommonOnly: Bool
    /// Called if the stream's content can't be remuxed.
    let refused: @Sendable (CastingError) -> Void

    func send(_ range: Range<Int>, from entry: Double, to write: (ByteBuffer) async throws -> Void) async throws {
        let isCommonOnly = isCommonOnly
        do {
            try await StreamRemux().send(
                address, from: isLive ? .automatic : .time(entry),
                isUsable: { variant in
                    let codecs = variant.codecs?.split(separator: ",").map(String.init) ?? []
                    return isCommonOnly ? MediaKind.areCommon(codecs) : MediaKind.uncarried(codecs) == nil
                }, transport: transport, keyProviders: keyProviders
            ) { try await write(ByteBuffer(bytes: $0)) }
        } catch let error as CodecError where error.code == .unsupported {
            // Not every playlist declares its codecs.
            refused(CastingError(.format, "\(address.prefix(300)) can't be cast: \(error.description); cast another variant or file."))
            throw error
        }
    }
}

extension MediaKind {
    /// The first of the codecs (RFC 6381) that our transport stream can't carry; nil if it can carry all. Text codecs count as
    /// carried, because they are left out anyway.
    static func uncarried(_ codecs: [String]) -> String? {
        let known = ["avc1", "avc3", "hvc1", "hev1", "mp4a", "ac-3", "ec-3", "stpp", "wvtt"]
        return codecs.map(\.trimmed).first { codec in !known.contains { codec.hasPrefix($0) } }
    }

    /// Whether nearly every renderer can decode the codecs (RFC 6381).
    static func areCommon(_ codecs: [String]) -> Bool {
        codecs.allSatisfy { codec in
            let name = codec.trimmed
            return name.hasPrefix("avc1") || name.hasPrefix("mp4a")
        }
    }
}
