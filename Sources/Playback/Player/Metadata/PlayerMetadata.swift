// SPDX-License-Identifier: Apache-2.0

import WindowboxMedia

/// What is shown about an item, and what is known of its timeline before the media are.
public struct PlayerMetadata: Hashable, Codable, Sendable {
    /// What the application or its service calls the content by.
    public var identifier: String?
    public var title: String?
    /// The title where neither the application nor the media name one: of a file, its name.
    public var fallbackTitle: String?
    public var subtitle: String?
    /// Who performs it.
    public var artist: String?
    public var album: String?
    /// As the content's makers write it: a year, or a date in any form.
    public var date: String?
    public var description: String?
    /// Not fetched before something shows it.
    public var image: ImageSource
    /// Who holds the rights in the image; to be shown near the picture.
    public var imageCopyright: String?
    /// Address of a WebVTT file whose cues name parts of images (`sprite.jpg#xywh=0,0,160,90`): what is at which time, for seeking.
    public var thumbnails: String?
    public var viewport: Viewport
    public var episode: Episode?
    /// In order of time.
    public var chapters: [Chapter]
    /// Spans that mean something: those that are blocked are passed over while playing.
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

    public static let empty = PlayerMetadata()

    /// The same, with what the media say where nothing else is known.
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

/// How the picture is to be looked at.
public enum Viewport: String, Hashable, Codable, Sendable {
    case standard
    /// All around the viewer: an equirectangular picture of 360°.
    case monoscopic
}

/// Which part of a series an item is.
public struct Episode: Hashable, Codable, Sendable {
    public var number: Int
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
