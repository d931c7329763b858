// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials
public import WindowboxSources

/// Where a media is to start.
public enum MediaPosition: Hashable, Sendable {
    /// Seconds on its timeline.
    case time(Double)
    /// For streams that carry dates.
    case date(Date)
}

/// What a controller was asked to play.
struct MediaTarget: Hashable, Sendable {
    var urn: String
    /// As far as it was known by whoever asked.
    var media: Media?
    var position: MediaPosition?
    var settings = PlaybackSettings()
    /// Played in place of what a service would name; the service is not asked then.
    var override: String?
}

/// Where a media starts that was nearly seen to its end.
struct StartRule: Hashable, Sendable {
    /// Seconds.
    var endTolerance = 0.0
    /// A share of the duration, 0...1. The smaller of both counts.
    var endToleranceRatio = 0.0

    /// - Parameter end: of the timeline, in seconds; nil while unknown.
    /// - Returns: nil for the default position.
    func start(_ position: MediaPosition?, start: Double = 0, end: Double?) -> MediaPosition? {
        guard case .time(let time) = position, let end else { return position }
        let tolerance = min(max(endTolerance, 0), max(endToleranceRatio, 0) * (end - start))
        return time >= end - tolerance ? nil : position
    }
}

/// What is known of the media of a controller, as its notifications carry it.
public struct MediaDetails: Hashable, Sendable {
    public var urn: String?
    public var media: Media?
    public var composition: MediaComposition?
    public var channel: MediaComposition.Channel?
    /// The chapter that plays, or the segment of it.
    public var subdivision: Subdivision?
    public var resource: MediaResource?

    public init() {}

    public static let none = MediaDetails()

    /// The media of the chapter or segment that plays.
    public var subdivisionMedia: Media? { subdivision?.media ?? media }
    /// What the chapter that plays is a part of; the chapter itself when it is a part of nothing.
    public var fullLengthMedia: Media? {
        guard let composition, let chapter = subdivision?.chapter ?? composition.main else { return nil }
        return chapter.fullLengthURN.flatMap { composition.chapter($0)?.media } ?? chapter.media
    }
}

/// What a service has told so far.
public enum DataAvailability: Hashable, Sendable { case none, loading, loaded }
