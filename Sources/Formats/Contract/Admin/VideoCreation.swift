// SPDX-License-Identifier: Apache-2.0

/// A new video: what is to be known of it, and where its file is.
public struct VideoCreation: Decodable, Hashable, Sendable {
    public var video: Video
    /// Fetched by the service.
    public var url: String?
    /// Of an upload that is complete.
    public var uploadID: String?
    /// Of a file in the store from which imports are taken, below the folder of the business.
    public var s3Key: String?
    /// Answers at once with the import, in place of waiting a while for the video.
    public var isAsync: Bool?

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

/// The same as a form with the file in it (RFC 7578). Fields come before the file.
public struct VideoForm: Codable, Hashable, Sendable {
    public var file: String
    public var channelID: String
    public var caption: String?
    public var description: String?
    /// Separated by commas.
    public var hashtags: String?
    /// `true` or `false`.
    public var isAsync: String?

    enum CodingKeys: String, CodingKey { case file, caption, description, hashtags, channelID = "channel_id", isAsync = "async" }
}
