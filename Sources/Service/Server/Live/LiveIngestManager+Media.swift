// SPDX-License-Identifier: Apache-2.0

import NIOCore
import WindowboxPackager

/// What a path of live media refers to.
enum LiveMedia: Sendable {
    /// - Parameter seconds: how long caches may keep it; nil if they may not.
    case playlist([UInt8], seconds: Int?)
    case file(any MediaFile)
    /// A file in the store under the requested name.
    case stored
    /// HTTP status 400, 404 or 503.
    case status(Int)
}

extension LiveIngestManager {
    private static let prefix = "live/"

    /// - Parameters:
    ///   - key: the storage key `live/STREAM/TIME/RENDITION/FILE`.
    ///   - query: may contain delivery directives (RFC 8216bis 6.2.5).
    /// - Returns: nil if no station in this process has it.
    func media(_ key: String, query: String?) async -> LiveMedia? {
        guard key.hasPrefix(Self.prefix) else { return nil }
        let components = key.dropFirst(Self.prefix.count).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard components.count > 2, let station = station("\(components[0])/\(components[1])") else { return nil }
        let timeout = Double(station.plan.settings.targetDuration) * 3
        switch components.count {
        // Accepts any suffix, so that the URL given out by an earlier process still works.
        case 3 where components[2].hasPrefix("index") && components[2].hasSuffix(".m3u8"):
            // The encoder may be about to connect.
            await station.onAir(within: timeout)
            return await station.multivariant().map { .playlist($0, seconds: nil) } ?? .status(503)
        // What an earlier process recorded is in the store.
        case 4 where !station.plan.renditions.contains(components[2]): return nil
        case 4 where components[3] == "index.m3u8":
            let media = await station.playlist(components[2], DeliveryDirectivesText(query))
            // A requested state of the playlist never changes; the newest state always does (6.2.5.2).
            return Self.response(media, key, seconds: query?.contains("_HLS_msn=") == true ? Int(timeout * 2) : nil)
        case 4: return Self.response(await station.file(components[2], components[3]), key, seconds: nil)
        default: return nil
        }
    }

    private static func response(_ media: LiveStation.Media, _ key: String, seconds: Int?) -> LiveMedia {
        switch media {
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
