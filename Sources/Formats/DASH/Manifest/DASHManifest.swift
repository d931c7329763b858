// SPDX-License-Identifier: Apache-2.0

package import WindowboxHLS
package import WindowboxMedia

/// A media presentation description (ISO/IEC 23009-1): the parts that playback needs.
package struct DASHManifest: Hashable, Sendable {
    /// The absolute URL it was loaded from, after redirects.
    package var url: String
    /// Whether the presentation is live: segments become available over time and the manifest may change.
    package var isDynamic = false
    /// The length of the presentation in seconds, if the manifest states it.
    package var duration: Double?
    /// Seconds after which the manifest may have changed; nil if it never changes.
    package var minimumUpdatePeriod: Double?
    /// The wall-clock time of presentation time 0, in seconds since 1970; nil if it is not stated, and then what the manifest lists is
    /// available.
    var statedAvailabilityStart: Double?
    /// How long segments stay available, in seconds; nil if they are never removed.
    package var timeShiftBufferDepth: Double?
    package var distance = DASHEdgeDistance()
    /// Where the next version is, in the author's order; empty means the URL this one came from.
    package var locations: [DASHBaseChoice.Location] = []
    /// URLs of patches against this version, in the author's order; empty if only full versions are offered.
    package var patches: [DASHPatch.Location] = []
    /// The content steering server; nil if the manifest names none.
    package var steering: DASHContentSteering?
    /// When this version was published, in seconds since 1970; nil if not stated.
    package var publishTime: Double?
    /// Absolute URLs of remote elements the reader was not given, without duplicates.
    package var remotes: [String] = []
    /// Alternative locations of the same media.
    package var bases: [DASHBaseChoice] = []
    /// The clocks that define availability, in the author's order of preference.
    package var clocks: [DASHDescriptor] = []
    /// Sorted by start; periods whose start is unknown are left out.
    package var periods: [DASHPeriod] = []

    /// The wall-clock time of presentation time 0, in seconds since 1970; 0 if not stated.
    package var availabilityStart: Double { statedAvailabilityStart ?? 0 }

    /// The end of the last period in seconds; nil while unknown.
    package var end: Double? { periods.last?.end ?? duration }

    /// Whether any representation uses a segment index in its media file.
    var hasIndexes: Bool {
        periods.contains { $0.sets.contains { $0.representations.contains { $0.segments.index != nil } } }
    }
}

/// How far from the live edge the author wants it to be played.
package struct DASHEdgeDistance: Hashable, Sendable {
    /// In seconds (`suggestedPresentationDelay`).
    package var suggested: Double?
    /// The latency that a ServiceDescription asks for, in seconds, which comes first.
    package var targetLatency: Double?
    /// The rates at which a ServiceDescription allows clients to keep that distance.
    package var rates: CatchUpRates?
}

/// A scheme and its value, as used for roles, clocks and properties.
package struct DASHDescriptor: Hashable, Sendable {
    package var scheme: String
    package var value: String
}

/// Locations of the same media (the BaseURL elements of one parent).
package struct DASHBaseChoice: Hashable, Sendable {
    package struct Location: Hashable, Sendable {
        /// Absolute.
        package var url: String
        /// The service name (`serviceLocation`); locations with the same name fail together.
        package var service: String?

        package init(url: String, service: String?) {
            self.url = url
            self.service = service
        }
    }

    /// In the author's order; URLs in the manifest are resolved against the first.
    package var locations: [Location]
}

/// A content steering server (the ContentSteering element; ETSI TS 103 998 defines its responses).
package struct DASHContentSteering: Hashable, Sendable {
    /// Absolute.
    package var url: String
    /// Services to use until the server has answered, in order of preference.
    package var defaultServices: [String]
    /// Whether the first media request waits for the server's answer.
    package var asksBeforeStart: Bool

    package init(url: String, defaultServices: [String] = [], asksBeforeStart: Bool = false) {
        self.url = url
        self.defaultServices = defaultServices
        self.asksBeforeStart = asksBeforeStart
    }
}

/// A timed event (an Event of an EventStream).
package struct DASHEvent: Hashable, Sendable {
    package var scheme: String
    package var value: String
    /// Seconds on the presentation's timeline.
    package var start: Double
    /// In seconds; nil if unknown.
    package var duration: Double?
    package var id: UInt32
    /// UTF-8 text, XML markup, or decoded base64.
    package var data: [UInt8]
}

/// A section of the presentation with its own timestamps and streams.
package struct DASHPeriod: Hashable, Sendable {
    package var id: String?
    /// Seconds on the presentation's timeline.
    package var start: Double
    /// nil while unknown.
    package var end: Double?
    /// Whether ``end`` comes from the duration of the presentation, which may be rounded or cover only the video.
    var endsWithPresentation = false
    package var sets: [DASHAdaptationSet] = []
    /// Sorted by start.
    package var events: [DASHEvent] = []

    /// Whether it has video or audio.
    var hasMedia: Bool { sets.contains { ($0.kind == .video || $0.kind == .audio) && !$0.representations.isEmpty } }

    /// Identifies the period across versions of the manifest.
    var key: String { id.map { "#" + $0 } ?? String(MediaTime(seconds: start, timescale: 1000).value) }
}

/// Interchangeable encodings of one content.
package struct DASHAdaptationSet: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case video, audio, text, image
        /// A low frame rate, for fast forward and rewind.
        case trick
    }

    package var kind: Kind
    package var language: String?
    package var label: String?
    /// Values of `urn:mpeg:dash:role:2011`.
    package var roles: [String] = []
    /// The descriptors of `Accessibility` elements.
    package var accessibility: [DASHDescriptor] = []
    package var representations: [DASHRepresentation] = []
}

/// One encoding of the content.
package struct DASHRepresentation: Hashable, Sendable {
    package var id: String
    /// In bit/s; 0 if not stated.
    package var bandwidth: Int
    package var mimeType: String
    package var codecs: [String] = []
    /// Codecs with brands that it also conforms to, such as `dvh1.08.07/db4h`.
    package var supplementalCodecs: [String] = []
    package var size: PixelSize?
    package var frameRate: Double?
    package var channels: Int?
    package var sampleRate: Int?
    /// SDR, HLG or PQ, from the transfer characteristics; nil if not stated.
    package var videoRange: String?
    /// The grid of thumbnails in each image.
    package var tiles: PixelSize?
    package var protection: DASHProtection?
    package var segments: DASHSegments

    /// Whether it is plain WebVTT or TTML rather than text in MP4.
    var isPlainText: Bool { Self.plainTexts.contains(mimeType) }
    static let plainTexts: Set = ["text/vtt", "application/ttml+xml"]
}

/// How samples are encrypted (ISO/IEC 23001-7).
package struct DASHProtection: Hashable, Sendable {
    /// `cenc`, `cbcs`, …
    package var scheme: String
    /// The key identifier, 32 lowercase hexadecimal digits; nil if the manifest does not state it.
    package var keyID: String?
    /// The URL of the ClearKey licence server; nil if the manifest names none.
    package var licenseURL: String?
    /// UUIDs of protection systems, in lowercase.
    package var systems: [String] = []
}
