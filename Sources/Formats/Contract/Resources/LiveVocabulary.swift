// SPDX-License-Identifier: Apache-2.0

/// The states of a live stream.
public struct LiveStatus: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not started.
    public static let idle = Self(rawValue: "idle")
    /// Broadcasting.
    public static let live = Self(rawValue: "live")
    /// Interrupted by the hosts, who will continue.
    public static let paused = Self(rawValue: "paused")
    /// Over, without a recording so far.
    public static let completed = Self(rawValue: "completed")
    /// Over, and available as a recording.
    public static let replay = Self(rawValue: "replay")
    public static let known: [Self] = [idle, live, paused, completed, replay]

    /// Whether the transition is allowed. Ending an ended stream is allowed and has no effect; an ended stream never goes live again.
    public func mayBecome(_ next: LiveStatus) -> Bool {
        switch (self, next) {
        case (.idle, .live), (.idle, .completed), (.live, .paused), (.paused, .live), (.live, .completed), (.paused, .completed),
            (.completed, .replay), (.completed, .completed):
            true
        default: false
        }
    }

    /// Whether the stream is live or paused.
    public var isActive: Bool { self == .live || self == .paused }
}

/// Where the picture of a live stream comes from.
public struct LiveSource: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The camera of an app or a browser.
    public static let camera = Self(rawValue: "camera")
    /// An encoder, or a stream at ``LiveStream/primaryURL``.
    public static let external = Self(rawValue: "external")
    /// Videos of the catalogue, by a schedule.
    public static let mediaAsset = Self(rawValue: "media_asset")
    public static let known: [Self] = [camera, external, mediaAsset]
}

/// How a live stream starts.
public struct LiveStartType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The hosts start it.
    public static let manual = Self(rawValue: "manual")
    /// It starts at the scheduled time.
    public static let auto = Self(rawValue: "auto")
    public static let known: [Self] = [manual, auto]
}
