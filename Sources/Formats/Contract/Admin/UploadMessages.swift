// SPDX-License-Identifier: Apache-2.0

/// Imports a video from a URL, an upload or a store, with its metadata.
public struct VideoImportRequest: Codable, Hashable, Sendable {
    public var channelID: String
    public var url: String?
    public var uploadID: String?
    /// See ``VideoCreation/s3Key``.
    public var s3Key: String?
    public var caption: String?
    public var description: String?
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

public struct VideoImport: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    public var status: VideoStatus
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

public struct UploadRequest: Codable, Hashable, Sendable {
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
