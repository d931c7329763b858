// SPDX-License-Identifier: Apache-2.0

/// The media of a segment that is not presented because it lies outside of the segment's period.
///
/// HLS has no such thing. Playlists made from DASH manifests carry it in a tag of their own.
package struct SegmentTrim: Hashable, Sendable {
    /// Seconds of media before the segment's start on the timeline.
    package var lead: Double
    /// Whether media at or after the segment's end must not be presented.
    package var cutsEnd: Bool

    private static let name = "EXT-X-WINDOWBOX-TRIM"
    private static let end = "END"

    package init(lead: Double = 0, cutsEnd: Bool = false) {
        self.lead = lead
        self.cutsEnd = cutsEnd
    }

    /// Reads a segment's tag.
    /// - Returns: nil if all of the segment is presented.
    package init?(of segment: MediaSegment) {
        guard !segment.unknownTags.isEmpty, let trim = segment.unknownTags.lazy.compactMap({ SegmentTrim($0) }).first else { return nil }
        self = trim
    }

    /// Adds the tag to a segment.
    package func add(to segment: inout MediaSegment) {
        // Microseconds of lead.
        let lead = String(Int64((lead * 1e6).rounded()))
        segment.unknownTags.append(UnknownTag(name: Self.name, value: cutsEnd ? lead + "," + Self.end : lead))
    }

    private init?(_ tag: UnknownTag) {
        guard tag.name == Self.name, let parts = tag.value?.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false),
            parts.count <= 2, let lead = Int64(String(Substring(parts[0]))), (0...1_000_000_000_000).contains(lead),
            parts.count == 1 || parts[1].elementsEqual(Self.end.utf8)
        else { return nil }
        self.init(lead: Double(lead) / 1e6, cutsEnd: parts.count == 2)
    }
}
