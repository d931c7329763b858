// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxPlayer

/// Something that a service knows by a name and that can be played: what is shown about it, and when it may be seen.
public struct Media: Hashable, Sendable {
    /// What kind of content it is; more may come, so match with the static members.
    public struct Kind: Hashable, Sendable {
        public let name: String
        public init(_ name: String) { self.name = name }

        public static let episode = Kind("episode")
        /// A part of something longer.
        public static let clip = Kind("clip")
        public static let trailer = Kind("trailer")
        /// A channel that never ends.
        public static let livestream = Kind("livestream")
        /// An event that is live for a while.
        public static let scheduledLivestream = Kind("scheduledLivestream")
    }

    /// The name that its service calls it by.
    public var urn: String
    public var kind: Kind
    public var mediaType: MediaType
    public var title: String
    public var description: String?
    /// When it was first shown.
    public var date: Date?
    /// Seconds; nil while unknown and for live content.
    public var duration: Double?
    public var image: ImageSource
    /// Who holds the rights in the image; to be shown near the picture.
    public var imageCopyright: String?
    public var episode: Episode?
    public var viewport: Viewport
    /// Not to be played before.
    public var availableFrom: Date?
    /// Not to be played from then on.
    public var availableUntil: Date?
    /// Why the service does not give it; nil where it does.
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

    /// It is, or was, live.
    public var isLivestream: Bool { kind == .livestream || kind == .scheduledLivestream }
}
