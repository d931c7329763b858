// SPDX-License-Identifier: Apache-2.0

/// Creates a video: its metadata, and the source of its file.
public struct VideoCreation: Decodable, Hashable, Sendable {
    /// The metadata of the video.
    public var video: Video
    /// The URL from which the service fetches the file.
    public var url: String?
    /// The id of a completed upload.
    public var uploadID: String?
    /// The key of a file in the import store, below the business's folder.
    public var s3Key: String?
    /// Whether to respond at once with the import, instead of waiting some time for the video.
    public var isAsync: Bool?

    /// The members beside those of the video.
    public enum CodingKeys: String, CodingKey { case url, uploadID = "upload_id", s3Key = "s3_key", isAsync = "async" }

    public init(from decoder: any Decoder) throws {
        video = try Video(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.decodeIfPresent(String.self, forKey: .url)
        uploadID = try container.decodeIfPresent(String.self, forKey: .uploadID)
        s3Key = try container.decodeIfPresent(String.self, forKey: .s3Key)
        isAsync = try container.decodeIfPresent(Bool.self, forKey: .isAsync)
    }
}

/// Creates a video from a form with the file (RFC 7578). The fields must come before the file.
public struct VideoForm: Codable, Hashable, Sendable {
    /// The file itself.
    public var file: String
    /// The channel that the video will belong to.
    public var channelID: String
    /// The caption of the video; nil for none.
    public var caption: String?
    /// The description of the video; nil for none.
    public var description: String?
    /// Separated by commas.
    public var hashtags: String?
    /// `true` or `false`.
    public var isAsync: String?

    enum CodingKeys: String, CodingKey { case file, caption, description, hashtags, channelID = "channel_id", isAsync = "async" }
}
