// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// The metadata to display for an item, and what is known about its timeline before the media is loaded.
public struct PlayerMetadata: Hashable, Codable, Sendable {
    /// The identifier that the application or its service uses for the content.
    public var identifier: String?
    /// The title given by the application; nil uses that of the media, then ``fallbackTitle``.
    public var title: String?
    /// Used as title if neither the application nor the media has one; for a file, its name.
    public var fallbackTitle: String?
    /// A second line for display, such as the name of the series.
    public var subtitle: String?
    /// The performer.
    public var artist: String?
    /// The name of the album; nil uses that of the media.
    public var album: String?
    /// A year, or a date in any format, as provided by the content's author.
    public var date: String?
    /// A longer description of the content for display.
    public var description: String?
    /// Not fetched until it is displayed.
    public var image: ImageSource
    /// Copyright holder of the image; to be shown near it.
    public var imageCopyright: String?
    /// URL of a WebVTT file whose cues refer to parts of images (`sprite.jpg#xywh=0,0,160,90`): thumbnails for seeking.
    public var thumbnails: String?
    /// How to project the video; ``Viewport/standard`` by default.
    public var viewport: Viewport
    /// The number of the episode; nil if the content isn't part of a series.
    public var episode: Episode?
    /// In chronological order.
    public var chapters: [Chapter]
    /// Ranges with a meaning: blocked ones are skipped during playback.
    public var markedRanges: [MarkedRange]

    public init(
        identifier: String? = nil, title: String? = nil, fallbackTitle: String? = nil, subtitle: String? = nil, artist: String? = nil,
        album: String? = nil, date: String? = nil, description: String? = nil, image: ImageSource = .none, imageCopyright: String? = nil,
        thumbnails: String? = nil, viewport: Viewport = .standard, episode: Episode? = nil, chapters: [Chapter] = [],
        markedRanges: [MarkedRange] = []
    ) {
        self.identifier = identifier
        self.title = title
        self.fallbackTitle = fallbackTitle
        self.subtitle = subtitle
        self.artist = artist
        self.album = album
        self.date = date
        self.description = description
        self.image = image
        self.imageCopyright = imageCopyright
        self.thumbnails = thumbnails
        self.viewport = viewport
        self.episode = episode
        self.chapters = chapters
        self.markedRanges = markedRanges
    }

    /// No metadata at all; then everything comes from the media.
    public static let empty = PlayerMetadata()

    /// A copy completed with the media's own metadata wherever a value is missing.
    func completed(by media: EmbeddedMetadata) -> PlayerMetadata {
        var complete = self
        complete.title = title ?? media.title ?? fallbackTitle
        complete.artist = artist ?? media.artist
        complete.album = album ?? media.album
        complete.date = date ?? media.date
        complete.description = description ?? media.description
        if image == .none, let cover = media.cover { complete.image = .data(cover) }
        if chapters.isEmpty { complete.chapters = media.chapters.map { Chapter(title: $0.title, timeRange: $0.timeRange) } }
        return complete
    }
}

/// How the video is projected.
public enum Viewport: String, Hashable, Codable, Sendable {
    /// A flat video.
    case standard
    /// A 360° equirectangular video around the viewer.
    case monoscopic
}

/// The episode of a series.
public struct Episode: Hashable, Codable, Sendable {
    /// The number of the episode within its season, or within the series if ``season`` is nil.
    public var number: Int
    /// The number of the season; nil if the series has none.
    public var season: Int?

    public init(number: Int, season: Int? = nil) {
        self.number = number
        self.season = season
    }
}

extension Episode: CustomStringConvertible {
    /// `S2, E3`, or `E3` without a season.
    public var description: String { season.map { "S\($0), E\(number)" } ?? "E\(number)" }
}
