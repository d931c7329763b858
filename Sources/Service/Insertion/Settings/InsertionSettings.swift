// SPDX-License-Identifier: Apache-2.0

public import WindowboxPackager
public import WindowboxStitcher

/// How ads are put into streams.
public struct InsertionSettings: Sendable {
    /// Beginnings of addresses, up to a slash, that content may be taken from; without any there is nothing to stitch.
    public var origins: [String] = []
    /// Who is asked for ads: an address with variables in brackets such as `[session.avail_duration_secs]`, answered with VAST or VMAP;
    /// nil: the house ads.
    public var adServer: String?
    /// The same for the ads before a live stream; nil: who is asked for the others.
    public var prerollServer: String?
    /// Whether an ad of theirs must name a category to be shown.
    public var requiresCategory = false
    public var campaigns: [HouseCampaign] = []
    /// Whose campaigns of the catalogue are shown in streams of which nobody can tell whose they are; nil: of the only business there is,
    /// and nobody's where there are several.
    public var business: String?
    /// House ads of one break at most.
    public var houseAds = 2
    /// Seconds for which the campaigns of the catalogue are taken for those that there are.
    public var campaignsLife = 5.0
    /// Of new sessions; mode and reporting are theirs to choose.
    public var session = StitchedSession.Configuration()
    /// Where ads, their films and whoever counts them may be.
    public var networks = AddressRule.publicOnly
    /// Seconds that an origin may take for one playlist.
    public var originTimeout = 2.0
    /// Bytes of a playlist.
    public var largestPlaylist = 2 << 20
    /// Seconds that a segment may last at most in all sessions; at least what their content says.
    public var targetDuration = 0
    /// Sessions that one process holds in memory; the others wait in the database.
    public var mostHeld = 20_000
    /// Seconds for which a process may be silent before others tell what it had still to tell.
    public var lease = 180.0
    /// Where players fetch the content's segments and keys, and the films of ads, instead of where the service finds them.
    public var contentDelivery = DeliveryPrefixes()
    public var adDelivery = DeliveryPrefixes()
    /// Whether the markers that the origin wrote stay in stitched playlists.
    public var keepsMarkers = true
    /// How markers are read.
    public var cues = CueReader()
    /// Where a break begins whose marker lies inside a segment; nil: at its beginning in recordings, at the nearer end in live streams.
    public var snap: PlaylistStitch.Snap?
    /// Which version of an ad stands in for a version of the content.
    public var match = LadderMatch()

    public init() {}

    public var isOn: Bool { !origins.isEmpty }

    func server(for kind: StitchedSession.Request.Kind) -> String? { kind == .preroll ? prerollServer ?? adServer : adServer }
}
