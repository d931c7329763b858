// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Which versions of a stream to download.
public struct DownloadPreference: Hashable, Sendable {
    /// Peak bit/s of a variant. The best variant within both limits is downloaded, or the smallest one if there is none.
    public var maximumBitrate: Int?
    /// The maximum size of a variant's video in pixels.
    public var maximumSize: PixelSize?
    /// BCP 47. An audio rendition is downloaded for each language, if there is one; `*` means all. If empty, or without a match, the
    /// stream's default is downloaded.
    public var audioLanguages: [String]
    /// BCP 47: the subtitles to download; `*` means all. Forced subtitles in the language of the audio are always included.
    public var subtitleLanguages: [String]

    public init(
        maximumBitrate: Int? = nil, maximumSize: PixelSize? = nil, audioLanguages: [String] = [], subtitleLanguages: [String] = []
    ) {
        self.maximumBitrate = maximumBitrate
        self.maximumSize = maximumSize
        self.audioLanguages = audioLanguages
        self.subtitleLanguages = subtitleLanguages
    }
}

extension DownloadPreference: Codable {
    private enum CodingKeys: CodingKey { case maximumBitrate, width, height, audioLanguages, subtitleLanguages }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let width = try values.decodeIfPresent(Int.self, forKey: .width)
        let height = try values.decodeIfPresent(Int.self, forKey: .height)
        self.init(
            maximumBitrate: try values.decodeIfPresent(Int.self, forKey: .maximumBitrate),
            maximumSize: width.flatMap { width in height.map { PixelSize(width: width, height: $0) } },
            audioLanguages: try values.decode([String].self, forKey: .audioLanguages),
            subtitleLanguages: try values.decode([String].self, forKey: .subtitleLanguages))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(maximumBitrate, forKey: .maximumBitrate)
        try values.encodeIfPresent(maximumSize?.width, forKey: .width)
        try values.encodeIfPresent(maximumSize?.height, forKey: .height)
        try values.encode(audioLanguages, forKey: .audioLanguages)
        try values.encode(subtitleLanguages, forKey: .subtitleLanguages)
    }
}
