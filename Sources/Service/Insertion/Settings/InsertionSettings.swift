// SPDX-License-Identifier: Apache-2.0

public import WindowboxPackager
public import WindowboxStitcher

/// Settings for ad insertion.
public struct InsertionSettings: Sendable {
    /// URL prefixes, ending with a slash, that content may be fetched from; if there are none, ad insertion is off.
    public var origins: [String] = []
    /// The ad server's URL with variables in brackets such as `[session.avail_duration_secs]`, which
    /// returns VAST or VMAP; nil for house ads.
    public var adServer: String?
    /// The ad server's URL for the pre-roll of live streams; nil uses ``adServer``.
    public var prerollServer: String?
    /// Whether ads must have a category to be shown.
    public var requiresCategory = false
    public var campaigns: [HouseCampaign] = []
    /// The business whose house ads are shown in streams of unknown owners; nil for the only business, or for none if there are several.
    public var business: String?
    /// The limit of house ads per break.
    public var houseAds = 2
    /// Seconds for which the catalogue's campaigns are cached.
    public var campaignsLifetime = 5.0
    /// The configuration of new sessions, which may choose mode and reporting.
    public var session = StitchedSession.Configuration()
    /// The permitted addresses of ad servers, creatives and tracking URLs.
    public var networks = AddressPolicy.publicOnly
    /// The timeout for a playlist of an origin in seconds.
    public var originTimeout = 2.0
    /// The limit of a playlist in bytes.
    public var largestPlaylist = 2 << 20
    /// The longest duration of a segment in all sessions, in seconds; at least the content's.
    public var targetDuration = 0
    /// The limit of sessions in a process's memory; others are in the database.
    public var maxHeld = 20_000
    /// Seconds of inactivity of a process after which others take over its beacons.
    public var lease = 180.0
    /// The URL prefixes by which players fetch content and ads, instead of those that the service uses.
    public var contentDelivery = DeliveryPrefixes()
    public var adDelivery = DeliveryPrefixes()
    /// Whether the origin's markers are kept in stitched playlists.
    public var keepsMarkers = true
    /// How markers are read.
    public var cues = CueReader()
    /// Where a break begins whose marker is within a segment; nil for the segment's start in
    /// recordings, and its nearer end in live streams.
    public var snap: PlaylistStitch.Snap?
    /// How variants of ads are chosen.
    public var match = LadderMatch()

    public init() {}

    public var isOn: Bool { !origins.isEmpty }

    func server(for kind: StitchedSession.Request.Kind) -> String? { kind == .preroll ? prerollServer ?? adServer : adServer }
}
