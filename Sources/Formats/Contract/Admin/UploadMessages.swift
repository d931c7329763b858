// SPDX-License-Identifier: Apache-2.0

/// A video from an address, from an upload or from a store, with what is to be known of it.
public struct VideoImportRequest: Codable, Hashable, Sendable {
    public var channelID: String
    public var url: String?
    public var uploadID: String?
    /// See ``VideoCreation/s3Key``.
    public var s3Key: String?
    public var caption: String?
    public var description: String?
    public var hashtags: [String]?
    /// Who may find the video once it is ready; everybody otherwise.
    public var access: Visibility?
    /// Answers at once, while the import goes on.
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
    /// Why it failed.
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

/// A file on its way; parts may come in any order and again.
public struct Upload: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// Bytes of each part but the last.
    public var partSize: Int64
    /// Bytes.
    public var size: Int64
    /// Numbers of the parts that are kept, from 1.
    public var parts: [Int]

    public init(id: String, partSize: Int64, size: Int64, parts: [Int] = []) {
        self.id = id
        self.partSize = partSize
        self.size = size
        self.parts = parts
    }

    enum CodingKeys: String, CodingKey { case id, size, parts, partSize = "part_size" }
}
