// SPDX-License-Identifier: Apache-2.0

extension Playlist {
    /// The playlist in UTF-8.
    public func write() -> [UInt8] {
        switch self {
        case .multivariant(let playlist): playlist.write()
        case .media(let playlist): playlist.write()
        }
    }
}

extension MediaPlaylist {
    /// The result of ``write()`` as a string.
    public var text: String { String(decoding: write(), as: UTF8.self) }
}

extension MultivariantPlaylist {
    /// The result of ``write()`` as a string.
    public var text: String { String(decoding: write(), as: UTF8.self) }
}
