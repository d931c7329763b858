// SPDX-License-Identifier: Apache-2.0

public import WindowboxAdMarkup

/// An ad from an ad server's response, as far as stitching needs it.
public struct AdCandidate: Hashable, Sendable, Codable {
    public struct Tracker: Hashable, Sendable, Codable {
        /// The VAST event name.
        public var event: String
        public var url: String
        /// For `progress`: seconds from the ad's start.
        public var offset: Double?

        public init(event: String, url: String, offset: Double? = nil) {
            self.event = event
            self.url = url
            self.offset = offset
        }
    }

    public var id: String
    /// Identifies the creative: the same for all ads that show it.
    public var creativeKey: String
    public var creativeID: String?
    public var title: String?
    public var system: String?
    public var advertiser: String?
    public var categories: [String] = []
    /// In seconds.
    public var duration: Double
    /// Seconds after which it may be skipped.
    public var skipOffset: Double?
    /// The URL of the media file that the renditions are made from.
    public var source: String?
    public var impressions: [String] = []
    public var errors: [String] = []
    public var trackers: [Tracker] = []
    public var clickThrough: String?
    public var clickTracking: [String] = []

    /// Companion images; nil for none.
    public var companions: [AdPicture]?
    /// Icons over the ad; nil for none.
    public var icons: [AdIconPicture]?

    /// Verification vendors; nil for none.
    public var verifications: [AdVerificationEntry]?
    /// Other data of the ad; nil for none.
    public var extra: AdExtra?

    /// Events of a break rather than an ad (VMAP 1.0.1, 2.3.5).
    public static let breakEvents = ["breakStart", "breakEnd"]

    public init(id: String, creativeKey: String, duration: Double) {
        self.id = id
        self.creativeKey = creativeKey
        self.duration = duration
    }
}

extension AdCandidate {
    /// The linear creative of an ad whose wrappers have been resolved; nil if it has none with a duration.
    ///
    /// The creative is identified by its universal ad id, else by its own id, else by its media file, preferably the mezzanine.
    public init?(_ ad: VASTAd) {
        let linears = ad.creatives.filter { $0.linear != nil }
        guard let creative = linears.min(by: { ($0.sequence ?? .max) < ($1.sequence ?? .max) }), let linear = creative.linear,
            let duration = linear.duration, duration > 0, duration.isFinite
        else { return nil }
        let file =
            linear.mezzanines.first ?? linear.mediaFiles.max { ($0.bitrate ?? 0, $0.height ?? 0) < ($1.bitrate ?? 0, $1.height ?? 0) }
        let universal = creative.universalAdIDs.first { !$0.value.isEmpty && $0.value.lowercased() != "unknown" }
        guard let key = universal.map({ "\($0.registry ?? ""):\($0.value)" }) ?? creative.id ?? creative.adID ?? file?.url else {
            return nil
        }
        self.init(id: ad.id ?? key, creativeKey: key, duration: duration)
        creativeID = creative.id
        title = ad.title
        system = ad.system
        advertiser = ad.advertiser
        categories = ad.categories.map(\.value)
        skipOffset = linear.skipOffset?.seconds(of: duration)
        source = file?.url
        impressions = ad.impressions.map(\.url)
        errors = ad.errors
        trackers = linear.tracking.map { Tracker(event: $0.event, url: $0.url, offset: $0.offset?.seconds(of: duration)) }
        if !linear.interactiveFiles.isEmpty {
            // The interactive creative isn't run, which is reported when the video starts (VAST 4.3, 2.3.6.3).
            let code = AdMacroValues(["ERRORCODE": .number(VASTErrorCode.interactiveNotRun.number)])
            trackers += ad.errors.map { Tracker(event: "start", url: code.fillKnown($0)) }
        }
        trackers += ad.viewabilityTracking.map { Tracker(event: $0.event, url: $0.url) }
        verifications = ad.verifications.isEmpty ? nil : ad.verifications.map { AdVerificationEntry($0) }
        clickThrough = linear.clicks.through?.url
        clickTracking = linear.clicks.tracking.map(\.url)
        let pictures = ad.creatives.compactMap(\.companions).flatMap(\.companions).compactMap { AdPicture($0) }
        companions = pictures.isEmpty ? nil : pictures
        let badges = linear.icons.compactMap { AdIconPicture($0) }
        icons = badges.isEmpty ? nil : badges
        extra = AdExtra(ad, creative)
    }
}
