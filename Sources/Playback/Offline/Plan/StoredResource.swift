// SPDX-License-Identifier: Apache-2.0

/// One file of a download: a segment, an initialization section, a key, or the media file itself.
struct StoredResource: Hashable, Codable, Sendable {
    /// What a key is for. Its bytes are kept as they are, readable for the owner of the process alone.
    struct Key: Hashable, Codable, Sendable {
        /// METHOD and KEYFORMAT of EXT-X-KEY.
        var method: String
        var format: String
    }

    /// The name in the download's folder.
    var file: String
    /// Absolute.
    var url: String
    /// The first byte wanted of what is at ``url``.
    var offset: Int
    /// Bytes wanted; nil is up to the end.
    var length: Int?
    var key: Key?
    /// What it counts for in the progress: seconds of its media.
    var seconds: Double
    /// Bytes that the server announced, for what has no seconds.
    var announced: Int?

    init(
        file: String, url: String, offset: Int = 0, length: Int? = nil, key: Key? = nil, seconds: Double = 0, announced: Int? = nil
    ) {
        self.file = file
        self.url = url
        self.offset = offset
        self.length = length
        self.key = key
        self.seconds = seconds
        self.announced = announced
    }
}

/// Everything that a download is made of.
struct DownloadPlan: Hashable, Codable, Sendable {
    /// The file to be played.
    var entry: String
    /// In the order of loading.
    var resources: [StoredResource]
    /// The local playlists, which are written before anything is loaded.
    var playlists: [String]
    /// Seconds that playing it takes; 0 where only a decoder knows.
    var duration: Double

    /// Every file that belongs to it.
    var files: Set<String> { Set(resources.map(\.file) + playlists) }
}
