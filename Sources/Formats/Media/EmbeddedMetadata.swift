// SPDX-License-Identifier: Apache-2.0

/// The metadata in a media file or stream: the tags, cover picture and chapters of its container.
public struct EmbeddedMetadata: Hashable, Sendable {
    /// A named part of the media.
    public struct Chapter: Hashable, Sendable {
        /// The title for display; nil if it has none.
        public var title: String?
        /// Seconds on the media's timeline.
        public var timeRange: TimeRange

        public init(title: String? = nil, timeRange: TimeRange) {
            self.title = title
            self.timeRange = timeRange
        }
    }

    /// The title of the content; nil if not stated.
    public var title: String?
    /// The performer; nil if not stated.
    public var artist: String?
    /// The name of the album; nil if not stated.
    public var album: String?
    /// The genre as written; nil if not stated.
    public var genre: String?
    /// The date as written: a year, or a date in any format.
    public var date: String?
    /// A comment or longer description; nil if not stated.
    public var description: String?
    /// The bytes of a PNG, JPEG or other image file.
    public var cover: [UInt8]?
    /// Chapters in time order.
    public var chapters: [Chapter]
    /// nil if it was not measured.
    public var loudness: LoudnessTags?

    public init(
        title: String? = nil, artist: String? = nil, album: String? = nil, genre: String? = nil, date: String? = nil,
        description: String? = nil, cover: [UInt8]? = nil, chapters: [Chapter] = [], loudness: LoudnessTags? = nil
    ) {
        self.title = title
        self.artist = artist
        self.album = album
        self.genre = genre
        self.date = date
        self.description = description
        self.cover = cover
        self.chapters = chapters
        self.loudness = loudness
    }

    /// Whether the media says nothing about itself.
    public var isEmpty: Bool { self == EmbeddedMetadata() }
}
