// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxSources

/// Where a media item should start.
public enum MediaPosition: Hashable, Sendable {
    /// Seconds on its timeline.
    case time(Double)
    /// For streams with dates.
    case date(Date)
}

/// What a controller was asked to play.
struct MediaTarget: Hashable, Sendable {
    var urn: String
    /// As far as known to the caller.
    var media: Media?
    var position: MediaPosition?
    var settings = PlaybackSettings()
    /// The URL to play instead of the one from a service. The service is not asked then.
    var override: String?
}

/// Decides where a media item starts that was watched almost to its end.
struct StartRule: Hashable, Sendable {
    /// Seconds.
    var endTolerance = 0.0
    /// A share of the duration, 0...1. The smaller of both tolerances applies.
    var endToleranceRatio = 0.0

    /// - Parameter end: the end of the timeline in seconds; nil while unknown.
    /// - Returns: nil for the default position.
    func start(_ position: MediaPosition?, start: Double = 0, end: Double?) -> MediaPosition? {
        guard case .time(let time) = position, let end else { return position }
        let tolerance = min(max(endTolerance, 0), max(endToleranceRatio, 0) * (end - start))
        return time >= end - tolerance ? nil : position
    }
}

/// What is known about a controller's media item, as sent with its notifications.
public struct MediaDetails: Hashable, Sendable {
    /// The URN of the current chapter or, until it is loaded, the one that was asked for; nil without a media item.
    public var urn: String?
    /// The media item of the current chapter or, until it is loaded, as far as the caller knew it.
    public var media: Media?
    /// The service's response; nil until it is loaded.
    public var composition: MediaComposition?
    /// The broadcaster of a livestream; nil for other content.
    public var channel: MediaComposition.Channel?
    /// The current chapter, or the current segment of it.
    public var subdivision: Subdivision?
    /// The stream that is played; nil until it is chosen.
    public var resource: MediaResource?

    public init() {}

    /// Nothing is known, as without a media item.
    public static let none = MediaDetails()

    /// The media item of the current chapter or segment.
    public var subdivisionMedia: Media? { subdivision?.media ?? media }
    /// The media item that contains the current chapter; that of the chapter itself when there is none.
    public var fullLengthMedia: Media? {
        guard let composition, let chapter = subdivision?.chapter ?? composition.main else { return nil }
        return chapter.fullLengthURN.flatMap { composition.chapter($0)?.media } ?? chapter.media
    }
}

/// How much of a media item's data was received.
public enum DataAvailability: Hashable, Sendable { case none, loading, loaded }
