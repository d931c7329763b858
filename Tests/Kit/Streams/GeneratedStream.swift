// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One stream of the catalogue, with the facts that a test may assert.
public struct GeneratedStream: Sendable, Decodable {
    public let name: String
    /// Where it is below ``GeneratedStreams/directory``: a playlist or a file.
    public let path: String
    /// In seconds, as made; what is heard may end up to a codec's frame earlier or later.
    public let duration: Double
    /// Pictures that a faultless player presents; zero without video.
    public let frames: Int
    /// Of the best variant.
    public let width: Int
    public let height: Int
    public let notes: String
    /// Bytes of the whole folder.
    public let size: Int
    public internal(set) var url = URL(filePath: "/")

    /// What a player is given: the plain path.
    public var address: String { url.path }
    public var directory: URL { url.deletingLastPathComponent() }

    private enum CodingKeys: String, CodingKey {
        case name, path, duration, frames, width, height, notes, size
    }
}
