// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One stream of the catalogue, with the facts that tests can assert.
public struct GeneratedStream: Sendable, Decodable {
    public let name: String
    /// The path of a playlist or file below ``GeneratedStreams/directory``.
    public let path: String
    /// In seconds, as generated; the audio can end up to one codec frame earlier or later.
    public let duration: Double
    /// The number of frames that a correct player shows; zero without video.
    public let frames: Int
    /// Width of the best variant.
    public let width: Int
    public let height: Int
    public let notes: String
    /// Size of the whole folder in bytes.
    public let size: Int
    public internal(set) var url = URL(filePath: "/")

    /// The path to give to a player.
    public var address: String { url.path }
    public var directory: URL { url.deletingLastPathComponent() }

    private enum CodingKeys: String, CodingKey {
        case name, path, duration, frames, width, height, notes, size
    }
}
