// SPDX-License-Identifier: Apache-2.0

/// Imports a video from a URL, an upload or a store, with its metadata.
public struct VideoImportRequest: Codable, Hashable, Sendable {
    /// The channel that the video will belong to.
    public var channelID: String
    /// The URL from which the service fetches the file; nil for other sources.
    public var url: String?
    /// The id of a finished upload; nil for other sources.
    public var uploadID: String?
    /// See ``VideoCreation/s3Key``.
    public var s3Key: String?
    /// The caption of the video; nil for none.
    public var caption: String?
    /// The description of the video; nil for none.
    public var description: String?
    /// The hashtags of the video, without `#`; nil for none.
    public var hashtags: [String]?
    /// Who can find the video once it is ready; everybody if nil.
    public var access: Visibility?
    /// Whether to respond at once, while the import continues.
    public var isAsync: Bool?

    enum CodingKeys: String, CodingKey {
        case url, caption, description, hashtags, access, channelID = "channel_id", uploadID = "upload_id", s3Key = "s3_key", isAsync =
            "async"
    }
}

/// The state of an import.
public struct VideoImport: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Whether it is pending, being processed, ready or failed.
    public var status: VideoStatus
    /// The id of the video that the import creates.
    public var videoID: String
    /// 0...1.
    public var progress: Double
    /// The reason for a failure.
    public var error: String?

    public init(id: String, status: VideoStatus, videoID: String, progress: Double, error: String? = nil) {
        self.id = id
        self.status = status
        self.videoID = videoID
        self.progress = progress
        self.error = error
    }

    enum CodingKeys: String, CodingKey { case id, status, progress, error, videoID = "video_id" }
}

/// Begins an upload in parts.
public struct UploadRequest: Codable, Hashable, Sendable {
    /// The name of the file, for display.
    public var fileName: String
    /// Bytes.
    public var size: Int64
    enum CodingKeys: String, CodingKey { case size, fileName = "file_name" }
}

/// An upload in progress. Parts may be sent in any order and repeatedly.
public struct Upload: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The size of each part but the last, in bytes.
    public var partSize: Int64
    /// Bytes.
    public var size: Int64
    /// The numbers of the parts received, from 1.
    public var parts: [Int]

    public init(id: String, partSize: Int64, size: Int64, parts: [Int] = []) {
        self.id = id
        self.partSize = partSize
        self.size = size
        self.parts = parts
    }

    enum CodingKeys: String, CodingKey { case id, size, parts, partSize = "part_size" }
}
