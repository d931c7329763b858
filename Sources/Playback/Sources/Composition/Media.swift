// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer

/// Playable media that a service identifies by a name, with its metadata and availability.
public struct Media: Hashable, Sendable {
    /// The kind of content; more may be added, so match with the static members.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind, as used by services.
        public let name: String
        /// - Parameter name: the name of a kind that isn't among the static members.
        public init(_ name: String) { self.name = name }

        /// Complete content, such as a film or one part of a series.
        public static let episode = Kind("episode")
        /// A part of longer content.
        public static let clip = Kind("clip")
        /// A short preview of other content.
        public static let trailer = Kind("trailer")
        /// A channel that runs continuously.
        public static let livestream = Kind("livestream")
        /// An event that is live for a limited time.
        public static let scheduledLivestream = Kind("scheduledLivestream")
    }

    /// The identifier used by its service.
    public var urn: String
    /// An episode, a clip, a livestream or another kind.
    public var kind: Kind
    /// Whether it has video; video by default.
    public var mediaType: MediaType
    /// The title for display; empty if it has none.
    public var title: String
    /// A longer description for display; nil if it has none.
    public var description: String?
    /// When it was first broadcast.
    public var date: Date?
    /// Seconds; nil while unknown and for live content.
    public var duration: Double?
    /// An image to show in its place, such as a poster.
    public var image: ImageSource
    /// Copyright holder of the image; to be shown near it.
    public var imageCopyright: String?
    /// The number of the episode; nil if it isn't part of a series.
    public var episode: Episode?
    /// How the video is projected; flat by default.
    public var viewport: Viewport
    /// Not playable before this date.
    public var availableFrom: Date?
    /// Not playable from this date on.
    public var availableUntil: Date?
    /// Why the service doesn't provide it; nil if it does.
    public var blockingReason: BlockingReason?

    public init(
        urn: String, kind: Kind = .episode, mediaType: MediaType = .video, title: String = "", description: String? = nil,
        date: Date? = nil, duration: Double? = nil, image: ImageSource = .none, imageCopyright: String? = nil, episode: Episode? = nil,
        viewport: Viewport = .standard, availableFrom: Date? = nil, availableUntil: Date? = nil, blockingReason: BlockingReason? = nil
    ) {
        self.urn = urn
        self.kind = kind
        self.mediaType = mediaType
        self.title = title
        self.description = description
        self.date = date
        self.duration = duration
        self.image = image
        self.imageCopyright = imageCopyright
        self.episode = episode
        self.viewport = viewport
        self.availableFrom = availableFrom
        self.availableUntil = availableUntil
        self.blockingReason = blockingReason
    }

    /// Whether it is, or was, live.
    public var isLivestream: Bool { kind == .livestream || kind == .scheduledLivestream }
}
