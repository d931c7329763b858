// SPDX-License-Identifier: Apache-2.0

/// The state of a video, from upload to archive.
public struct VideoStatus: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file isn't there yet.
    public static let pending = Self(rawValue: "pending")
    /// The file is being converted.
    public static let processing = Self(rawValue: "processing")
    /// It can be played.
    public static let ready = Self(rawValue: "ready")
    /// The file can't be converted.
    public static let failed = Self(rawValue: "failed")
    /// It was taken out of the catalogue by its owners.
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

/// The kinds of videos that feeds show.
public struct VideoType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A recorded video.
    public static let video = Self(rawValue: "video")
    /// A live stream, or its recording.
    public static let liveStream = Self(rawValue: "livestream")
    /// An ad.
    public static let ad = Self(rawValue: "ad")
    public static let known: [Self] = [video, liveStream, ad]
}

/// The shape of a video.
public struct FrameOrientation: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Taller than wide.
    public static let portrait = Self(rawValue: "portrait")
    /// Wider than tall.
    public static let landscape = Self(rawValue: "landscape")
    /// As wide as tall.
    public static let square = Self(rawValue: "square")
    public static let known: [Self] = [portrait, landscape, square]
}

/// What a call-to-action button does.
public struct CallToActionType: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Buys something.
    public static let buy = Self(rawValue: "buy")
    /// Downloads something.
    public static let download = Self(rawValue: "download")
    /// Shows more about something.
    public static let view = Self(rawValue: "view")
    /// Books something.
    public static let book = Self(rawValue: "book")
    /// Opens a shop.
    public static let shopNow = Self(rawValue: "shop_now")
    /// A custom title and URL.
    public static let custom = Self(rawValue: "custom")
    public static let known: [Self] = [buy, download, view, book, shopNow, custom]
}
