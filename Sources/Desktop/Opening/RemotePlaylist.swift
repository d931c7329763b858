// SPDX-License-Identifier: Apache-2.0

import Foundation
import WindowboxMedia
import WindowboxTransport

/// What the URL of a playlist on a server leads to.
enum RemotePlaylist: Equatable {
    /// A stream, which the player loads itself: an HLS playlist, or media that is not a playlist.
    case stream
    /// A list of media or channels.
    case list([MediaEntry])

    /// Whether a URL may lead to a list: by its extension, or because it asks a program for one, as in `get.php?type=m3u_plus`.
    static func isPossible(_ url: URL) -> Bool {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https", FileKind(url) != .media else { return false }
        return url.absoluteString.lowercased().contains("m3u")
    }

    /// Loads a playlist. Only the first bytes of a stream are read.
    static func load(_ url: URL, from transport: any Transport) async throws(TransportError) -> RemotePlaylist {
        let response = try await transport.open(TransportRequest(url: url.absoluteString, maximumBytes: M3UPlaylist.capacity))
        var bytes: [UInt8] = []
        let body = response.body.makeAsyncIterator()
        while let chunk = try await body.next() {
            let start = bytes.count
            bytes.append(chunk)
            guard M3UPlaylist.isText(bytes[start...]), !M3UPlaylist.hasStreamTag(bytes, from: start) else {
                response.body.cancel()
                return .stream
            }
        }
        guard bytes.first != UInt8(ascii: "<"), let entries = M3UPlaylist.entries(of: bytes, at: URL(string: response.url) ?? url) else {
            return .stream
        }
        return .list(entries)
    }
}
