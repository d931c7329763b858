// SPDX-License-Identifier: Apache-2.0

/// One file of a download: a segment, an initialization section, a key, or the media file itself.
struct DownloadedResource: Hashable, Codable, Sendable {
    /// Describes a key. Its bytes are stored unencrypted, readable only by the owner of the process.
    struct Key: Hashable, Codable, Sendable {
        /// METHOD and KEYFORMAT of EXT-X-KEY.
        var method: String
        var format: String
    }

    /// Its name in the download's folder.
    var file: String
    /// An absolute URL.
    var url: String
    /// The offset of the first byte to load from ``url``.
    var offset: Int
    /// The number of bytes to load; nil is up to the end.
    var length: Int?
    var key: Key?
    /// Its weight in the progress: seconds of its media.
    var seconds: Double
    /// The bytes announced by the server, for a resource without seconds.
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

/// All files of a download.
struct DownloadPlan: Hashable, Codable, Sendable {
    /// The file to play.
    var entry: String
    /// In loading order.
    var resources: [DownloadedResource]
    /// The local playlists, which are written before anything is loaded.
    var playlists: [String]
    /// The playing time in seconds; 0 when it can't be known without decoding.
    var duration: Double

    /// All files that belong to it.
    var files: Set<String> { Set(resources.map(\.file) + playlists) }
}
