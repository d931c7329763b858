// SPDX-License-Identifier: Apache-2.0

/// The part of a segment's media that is not presented because it lies outside the segment's period.
///
/// HLS has no equivalent. Playlists made from DASH manifests carry it in a private tag.
package struct SegmentTrim: Hashable, Sendable {
    /// Seconds of media before the segment's start on the timeline.
    package var lead: Double
    /// Whether media at or after the segment's end must not be presented.
    package var cutsEnd: Bool
    /// The media times of the segment according to the manifest; nil if its times on the timeline are exact.
    package var media: MediaSpan?
    /// Seconds by which its timestamps are ahead of those of the other content types, as the manifest states; 0 if they share a clock.
    package var clock: Double

    /// The media times of a whole segment, in seconds.
    package struct MediaSpan: Hashable, Sendable {
        package var start: Double
        package var duration: Double
        package init(start: Double, duration: Double) {
            self.start = start
            self.duration = duration
        }
    }

    private static let name = "EXT-X-WINDOWBOX-TRIM"
    private static let end = "END"
    private static let clock = "CLOCK"

    package init(lead: Double = 0, cutsEnd: Bool = false, media: MediaSpan? = nil, clock: Double = 0) {
        self.lead = lead
        self.cutsEnd = cutsEnd
        self.media = media
        self.clock = clock
    }

    /// Seconds by which the segment begins later than the manifest states; 0 if the difference shows that it is another segment.
    /// - Parameter first: the media time of its first sample, in seconds.
    package func delay(ofFirst first: Double) -> Double {
        guard let media, case let delay = first - media.start, delay.magnitude < media.duration else { return 0 }
        return delay
    }

    /// Reads a segment's tag.
    /// - Returns: nil if all of the segment is presented.
    package init?(of segment: MediaSegment) {
        guard !segment.unknownTags.isEmpty, let trim = segment.unknownTags.lazy.compactMap({ SegmentTrim($0) }).first else { return nil }
        self = trim
    }

    /// Adds the tag to a segment.
    package func add(to segment: inout MediaSegment) {
        var value = Self.microseconds(lead)
        if cutsEnd { value += "," + Self.end }
        if let media { value += "," + Self.microseconds(media.start) + ":" + Self.microseconds(media.duration) }
        if clock != 0 { value += "," + Self.clock + ":" + Self.microseconds(clock) }
        segment.unknownTags.append(UnknownTag(name: Self.name, value: value))
    }

    private static func microseconds(_ seconds: Double) -> String {
        let value = (seconds * 1e6).rounded()
        return String(value.magnitude <= Double(limit) ? Int64(value) : value < 0 ? -limit : value > 0 ? limit : 0)
    }

    private static func seconds(_ text: String) -> Double? {
        guard let value = Int64(text), (-limit...limit).contains(value) else { return nil }
        return Double(value) / 1e6
    }

    /// Microseconds: more than three hundred years.
    private static let limit: Int64 = 10_000_000_000_000_000

    private init?(_ tag: UnknownTag) {
        guard tag.name == Self.name, let parts = tag.value?.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false),
            parts.count <= 4, let lead = Int64(String(Substring(parts[0]))), (0...1_000_000_000_000).contains(lead)
        else { return nil }
        self.init(lead: Double(lead) / 1e6)
        for part in parts.dropFirst() {
            if part.elementsEqual(Self.end.utf8), !cutsEnd, media == nil, clock == 0 {
                cutsEnd = true
                continue
            }
            let times = part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if times.count == 2, times[0].elementsEqual(Self.clock.utf8), clock == 0,
                let shift = Self.seconds(String(Substring(times[1]))), shift != 0
            {
                clock = shift
                continue
            }
            guard times.count == 2, media == nil, clock == 0, let start = Self.seconds(String(Substring(times[0]))),
                let duration = Self.seconds(String(Substring(times[1]))), duration > 0
            else { return nil }
            media = MediaSpan(start: start, duration: duration)
        }
    }
}
