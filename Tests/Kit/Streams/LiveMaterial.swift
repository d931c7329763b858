// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The segments of a rendition from which ``LivePlaylist`` writes live playlists: what `segments.json` describes.
public struct LiveMaterial: Sendable, Decodable, Equatable {
    public struct Part: Sendable, Decodable, Equatable {
        public var uri: String
        /// In seconds.
        public var duration: Double
        public var independent: Bool
        /// In bytes.
        public var size: Int

        public init(uri: String, duration: Double, independent: Bool = false, size: Int = 0) {
            self.uri = uri
            self.duration = duration
            self.independent = independent
            self.size = size
        }
    }

    public struct Segment: Sendable, Decodable, Equatable {
        public var uri: String
        /// In seconds.
        public var duration: Double
        /// Empty if the segment is not divided into parts.
        public var parts: [Part]

        public init(uri: String, duration: Double, parts: [Part] = []) {
            self.uri = uri
            self.duration = duration
            self.parts = parts
        }
    }

    /// The URI of the fragmented MP4 header; `nil` for MPEG-TS.
    public var map: String?
    public var segments: [Segment]

    public init(map: String? = nil, segments: [Segment]) {
        self.map = map
        self.segments = segments
    }

    /// Reads `segments.json` in a rendition's folder, such as "live-cmaf/360p" below ``GeneratedStreams/directory``.
    public init(folder: URL) throws {
        self = try JSONDecoder().decode(LiveMaterial.self, from: Data(contentsOf: folder.appending(path: "segments.json")))
    }
}
