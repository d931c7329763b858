// SPDX-License-Identifier: Apache-2.0

/// The state of a video, from upload to archive.
public struct VideoStatus: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let pending = Self(rawValue: "pending")
    public static let processing = Self(rawValue: "processing")
    public static let ready = Self(rawValue: "ready")
    public static let failed = Self(rawValue: "failed")
    public static let archived = Self(rawValue: "archived")
    public static let known: [Self] = [pending, processing, ready, failed, archived]

    /// Whether the transition is allowed: pending, processing, then ready or failed; between ready and archived in both directions.
    public func mayBecome(_ next: VideoStatus) -> Bool {
        switch (self, next) {
        case (.pending, .processing), (.processing, .ready), (.processing, .failed), (.ready, .archived), (.archived, .ready): true
        // A failed video is processed again from the start.
        case (.failed, .processing): true
        default: self == next
        }
    }
}

public struct VideoType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let video = Self(rawValue: "video")
    public static let liveStream = Self(rawValue: "livestream")
    public static let ad = Self(rawValue: "ad")
    public static let known: [Self] = [video, liveStream, ad]
}

public struct FrameOrientation: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let portrait = Self(rawValue: "portrait")
    public static let landscape = Self(rawValue: "landscape")
    public static let square = Self(rawValue: "square")
    public static let known: [Self] = [portrait, landscape, square]
}

public struct CallToActionType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let buy = Self(rawValue: "buy")
    public static let download = Self(rawValue: "download")
    public static let view = Self(rawValue: "view")
    public static let book = Self(rawValue: "book")
    public static let shopNow = Self(rawValue: "shop_now")
    /// A custom title and URL.
    public static let custom = Self(rawValue: "custom")
    public static let known: [Self] = [buy, download, view, book, shopNow, custom]
}
