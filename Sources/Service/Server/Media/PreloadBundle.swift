// SPDX-License-Identifier: Apache-2.0

import Foundation
import NIOCore
import WindowboxContract
import WindowboxHLS
import WindowboxOrigin

/// Bundles what a player requests before its first segment: the playlists, and the initialisation segment of each rendition.
struct PreloadBundle {
    let media: any MediaStore
    let policy: MediaAccessPolicy
    /// The limit of all files in bytes; more would slow the start down.
    static let maxBytes = 96 << 10

    /// - Parameters:
    ///   - path: a multivariant playlist's path as the catalogue stores it.
    ///   - address: the URL that the player gets for it.
    ///   - version: that of the video's password.
    /// - Returns: empty if the playlist can't be read; the player then requests it as usual.
    func answers(to path: String, at address: String, version: String?, at now: Date) async -> [CompositionPreload] {
        guard path.hasPrefix(MediaSigner.prefix) else { return [] }
        let key = String(path.dropFirst(MediaSigner.prefix.count))
        // The path is what the video's owner wrote, and may name the files of somebody else's video.
        guard case .open? = try? await policy.verdict(on: key, version: version, at: now) else { return [] }
        var made: [CompositionPreload] = []
        var left = Self.maxBytes
        guard let bytes = await bytes(of: key), let whole = Playlist.parse(bytes).playlist?.multivariant, bytes.count <= left else {
            return []
        }
        Self.add(bytes, address, key, &made, &left)
        let audioPlaylists = whole.renditions.filter { $0.kind == .audio && $0.isDefault }.compactMap(\.uri)
        // The renditions a player starts with come first. A playlist may be in several variants, with different sound.
        var seen: Set<String> = []
        for name in (whole.variants.prefix(1).map(\.uri) + audioPlaylists + whole.variants.dropFirst().map(\.uri)).map(\.text)
        where seen.insert(name).inserted {
            guard let list = Self.beside(key, name), let text = await self.bytes(of: list), text.count <= left else { continue }
            let url = URIResolver.resolve(name, against: address)
            Self.add(text, url, list, &made, &left)
            guard let map = Playlist.parse(text).playlist?.media?.segments.first?.map, let file = Self.beside(list, map.uri.text) else {
                continue
            }
            let range = map.byteRange.map { $0.offset..<($0.offset + $0.length) }
            guard let header = await self.bytes(of: file, range), header.count <= left else { continue }
            Self.add(header, URIResolver.resolve(map.uri.text, against: url), file, offset: range?.lowerBound, &made, &left)
        }
        return made
    }

    private static func add(
        _ bytes: [UInt8], _ url: String, _ key: String, offset: Int? = nil, _ made: inout [CompositionPreload], _ left: inout Int
    ) {
        left -= bytes.count
        made.append(
            CompositionPreload(url: url, offset: offset, type: MediaContentType.name(ofPath: key), body: Data(bytes).base64EncodedString()))
    }

    /// - Returns: nil also if there are too many bytes.
    private func bytes(of key: String, _ range: Range<Int>? = nil) async -> [UInt8]? {
        guard let file = try? await media.open(key) else { return nil }
        let range = range ?? 0..<file.length
        guard range.upperBound <= file.length, range.count <= Self.maxBytes else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            guard let piece = try? await file.read((range.lowerBound + bytes.count)..<range.upperBound), piece.readableBytes > 0 else {
                return nil
            }
            bytes += piece.readableBytesView
        }
        return bytes
    }

    /// The storage key of a file named in a playlist; nil if it isn't in or below the playlist's folder.
    private static func beside(_ key: String, _ name: String) -> String? {
        guard !name.isEmpty, !name.contains(":"), !name.hasPrefix("/"), !name.contains("?"), !name.contains("%"),
            !name.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0.isEmpty || $0.first == "." })
        else { return nil }
        return key.lastIndex(of: "/").map { key[...$0] + name } ?? name
    }
}
