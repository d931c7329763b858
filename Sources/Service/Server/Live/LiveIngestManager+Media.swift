// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxPackager

/// What a path of live media leads to.
enum LiveMedia: Sendable {
    /// - Parameter seconds: for which caches may keep it; nil: not at all.
    case playlist([UInt8], seconds: Int?)
    case file(any MediaFile)
    /// What lies in the store, under the name that was asked for.
    case stored
    /// 400, 404 or 503.
    case status(Int)
}

extension LiveIngestManager {
    private static let prefix = "live/"

    /// - Parameters:
    ///   - key: as in the store: `live/STREAM/TIME/RENDITION/FILE`.
    ///   - query: with the delivery directives (RFC 8216bis 6.2.5).
    /// - Returns: nil for what no station of this process has.
    func media(_ key: String, query: String?) async -> LiveMedia? {
        guard key.hasPrefix(Self.prefix) else { return nil }
        let words = key.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 2, let station = station("\(words[0])/\(words[1])") else { return nil }
        let patience = Double(station.plan.settings.targetDuration) * 3
        switch words.count {
        // Who has the address that it had in an earlier process finds it too.
        case 3 where words[2].hasPrefix("index") && words[2].hasSuffix(".m3u8"):
            // The encoder may be on its way.
            await station.onAir(within: patience)
            return await station.multivariant().map { .playlist($0, seconds: nil) } ?? .status(503)
        // What an earlier process took in lies in the store.
        case 4 where !station.plan.renditions.contains(words[2]): return nil
        case 4 where words[3] == "index.m3u8":
            let answer = await station.playlist(words[2], DeliveryDirectivesText(query))
            // Who asks for a state of the list gets the same for ever; who asks for the newest, never the same (6.2.5.2).
            return Self.told(answer, key, seconds: query?.contains("_HLS_msn=") == true ? Int(patience * 2) : nil)
        case 4: return Self.told(await station.file(words[2], words[3]), key, seconds: nil)
        default: return nil
        }
    }

    private static func told(_ answer: LiveStation.Answer, _ key: String, seconds: Int?) -> LiveMedia {
        switch answer {
        case .playlist(let bytes): .playlist(bytes, seconds: seconds)
        case .bytes(let bytes): .file(LiveFile(bytes: ByteBuffer(bytes: bytes), version: key))
        case .stored: .stored
        case .status(let status): .status(status)
        }
    }
}

/// A part that is in memory.
private struct LiveFile: MediaFile {
    let bytes: ByteBuffer
    let version: String
    var length: Int { bytes.readableBytes }

    func read(_ range: Range<Int>) -> ByteBuffer {
        bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count) ?? ByteBuffer()
    }
}
