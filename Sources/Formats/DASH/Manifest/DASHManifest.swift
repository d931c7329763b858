// SPDX-License-Identifier: Apache-2.0

package import WindowboxMedia

/// A media presentation description (ISO/IEC 23009-1), as far as playing it needs.
package struct DASHManifest: Hashable, Sendable {
    /// The absolute address that it came from, after redirects.
    package var url: String
    /// Segments become available with time, and the manifest may change.
    package var isDynamic = false
    /// Seconds of the whole presentation, where stated.
    package var duration: Double?
    /// Seconds after which the manifest may have changed; nil when it never changes.
    package var minimumUpdatePeriod: Double?
    /// The moment that time 0 of the presentation belongs to, in seconds since 1970.
    package var availabilityStart = 0.0
    /// Seconds that segments stay available; nil when they stay for good.
    package var timeShiftBufferDepth: Double?
    /// Seconds behind the live edge at which the author wants it played.
    package var suggestedPresentationDelay: Double?
    /// Where to ask for the next version, in the author's order; empty is where this one came from.
    package var locations: [String] = []
    /// When this version was published, in seconds since 1970; nil when it is not stated.
    package var publishTime: Double?
    /// Absolute addresses of the remote elements that were not given to the reader, without repetition.
    package var remotes: [String] = []
    /// The places that the same media can be had from, where there are several.
    package var bases: [DASHBaseChoice] = []
    /// Clocks that availability counts by, in the author's order of preference.
    package var clocks: [DASHDescriptor] = []
    /// By ascending start; those without a start that is known are left out.
    package var periods: [DASHPeriod] = []

    /// Seconds from 0 to the end of the last period; nil while it is not known.
    package var end: Double? { periods.last?.end ?? duration }

    /// Some segments are listed by the files that they are in.
    var hasIndexes: Bool {
        periods.contains { $0.sets.contains { $0.representations.contains { $0.segments.index != nil } } }
    }
}

/// A scheme with its value: roles, clocks, properties.
package struct DASHDescriptor: Hashable, Sendable {
    package var scheme: String
    package var value: String
}

/// Places that hold the same media (several BaseURL elements of one element).
package struct DASHBaseChoice: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        /// Absolute.
        package var url: String
        /// The author's name for the service; places of one name fail together.
        package var service: String?
    }

    /// In the author's order; the first is the one that addresses in the manifest are made with.
    package var places: [Place]
}

/// Something that happens at a time of a period (an Event of an EventStream).
package struct DASHEvent: Hashable, Sendable {
    package var scheme: String
    package var value: String
    /// Seconds on the presentation's timeline.
    package var start: Double
    /// Seconds; nil when it is not known.
    package var duration: Double?
    package var id: UInt32
    /// Text in UTF-8, markup, or what base64 stood for.
    package var data: [UInt8]
}

/// A stretch of the presentation with its own timestamps and its own choice of streams.
package struct DASHPeriod: Hashable, Sendable {
    package var id: String?
    /// Seconds on the presentation's timeline.
    package var start: Double
    /// nil while it is not known.
    package var end: Double?
    /// The end is only known from the duration of the whole presentation, which may be rounded or that of its pictures.
    var endsWithPresentation = false
    package var sets: [DASHAdaptationSet] = []
    /// By ascending start.
    package var events: [DASHEvent] = []

    /// It has pictures or sound.
    var hasMedia: Bool { sets.contains { ($0.kind == .video || $0.kind == .audio) && !$0.representations.isEmpty } }

    /// Tells it from other periods in all versions of a manifest.
    var key: String { id.map { "#" + $0 } ?? String(MediaTime(seconds: start, timescale: 1000).value) }
}

/// Versions of one content among which a player may change.
package struct DASHAdaptationSet: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case video, audio, text, image
        /// Few pictures a second, for fast playing.
        case trick
    }

    package var kind: Kind
    package var language: String?
    package var label: String?
    /// Values of `urn:mpeg:dash:role:2011`.
    package var roles: [String] = []
    /// Descriptors of the element `Accessibility`.
    package var accessibility: [DASHDescriptor] = []
    package var representations: [DASHRepresentation] = []
}

/// One encoding of a content.
package struct DASHRepresentation: Hashable, Sendable {
    package var id: String
    /// Bit/s; 0 when it is not stated.
    package var bandwidth: Int
    package var mimeType: String
    package var codecs: [String] = []
    package var size: PixelSize?
    package var frameRate: Double?
    package var channels: Int?
    package var sampleRate: Int?
    /// SDR, HLG or PQ by its transfer characteristics; nil when it does not say.
    package var videoRange: String?
    /// Thumbnails in a segment's picture, across and down.
    package var tiles: PixelSize?
    package var protection: DASHProtection?
    package var segments: DASHSegments

    /// Text that lies in a file or segments of its own rather than in MP4.
    var isPlainText: Bool { mimeType == "text/vtt" }
}

/// How samples are encrypted (ISO/IEC 23001-7).
package struct DASHProtection: Hashable, Sendable {
    /// `cenc`, `cbcs`, …
    package var scheme: String
    /// The key's identifier, 32 hexadecimal digits in lower case; nil when the manifest does not say.
    package var keyID: String?
    /// Where ClearKey licences are asked for; nil when the manifest names no such place.
    package var licenseURL: String?
    /// UUIDs of protection systems in lower case.
    package var systems: [String] = []
}
