// SPDX-License-Identifier: Apache-2.0

public struct LiveStatus: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let idle = Self(rawValue: "idle")
    public static let live = Self(rawValue: "live")
    public static let paused = Self(rawValue: "paused")
    public static let completed = Self(rawValue: "completed")
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

public struct LiveSource: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let camera = Self(rawValue: "camera")
    public static let external = Self(rawValue: "external")
    public static let mediaAsset = Self(rawValue: "media_asset")
    public static let known: [Self] = [camera, external, mediaAsset]
}

public struct LiveStartType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let manual = Self(rawValue: "manual")
    public static let auto = Self(rawValue: "auto")
    public static let known: [Self] = [manual, auto]
}
