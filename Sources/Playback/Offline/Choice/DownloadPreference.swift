// SPDX-License-Identifier: Apache-2.0

public import WindowboxMedia

/// Which of a stream's versions is kept.
public struct DownloadPreference: Hashable, Sendable {
    /// Bit/s at the peak of a variant; the best variant within both bounds is kept, the smallest one when none is within them.
    public var maximumBitrate: Int?
    /// Pixels of a variant's pictures.
    public var maximumSize: PixelSize?
    /// BCP 47: a rendition of sound is kept for each, as far as there is one; `*` stands for all. Empty, or none of them there: the
    /// stream's own default.
    public var audioLanguages: [String]
    /// BCP 47: the subtitles to keep; `*` stands for all. Forced ones in the language of the sound are always kept.
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
