// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxCodec
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
    /// Told when what is in the stream can't be put into another container.
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
            // Not every playlist names its codecs.
            refused(CastingError(.format, "\(address.prefix(300)) can't be cast: \(error.description); cast another variant or file."))
            throw error
        }
    }
}

extension MediaKind {
    /// The first of some codecs, as RFC 6381 names them, that a transport stream made here can't have; nil where all fit. Text is left out
    /// of it anyway.
    static func uncarried(_ codecs: [String]) -> String? {
        let known = ["avc1", "avc3", "hvc1", "hev1", "mp4a", "ac-3", "ec-3", "stpp", "wvtt"]
        return codecs.map(\.trimmed).first { codec in !known.contains { codec.hasPrefix($0) } }
    }

    /// Codecs, as RFC 6381 names them, of which nearly every renderer has decoders.
    static func areCommon(_ codecs: [String]) -> Bool {
        codecs.allSatisfy { codec in
            let name = codec.trimmed
            return name.hasPrefix("avc1") || name.hasPrefix("mp4a")
        }
    }
}
