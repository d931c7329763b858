// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer

/// Playable media that a service identifies by a name, with its metadata and availability.
public struct Media: Hashable, Sendable {
    /// The kind of content; more may be added, so match with the static members.
    public struct Kind: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }

        public static let episode = Kind("episode")
        /// A part of longer content.
        public static let clip = Kind("clip")
        public static let trailer = Kind("trailer")
        /// A channel that runs continuously.
        public static let livestream = Kind("livestream")
        /// An event that is live for a limited time.
        public static let scheduledLivestream = Kind("scheduledLivestream")
    }

    /// The identifier used by its service.
    public var urn: String
    public var kind: Kind
    public var mediaType: MediaType
    public var title: String
    public var description: String?
    /// When it was first broadcast.
    public var date: Date?
    /// Seconds; nil while unknown and for live content.
    public var duration: Double?
    public var image: ImageSource
    /// Copyright holder of the image; to be shown near it.
    public var imageCopyright: String?
    public var episode: Episode?
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
