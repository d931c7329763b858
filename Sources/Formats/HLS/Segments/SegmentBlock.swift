// SPDX-License-Identifier: Apache-2.0

/// Some segments that lie together, and what is to be added to each when it is read.
struct SegmentBlock: Sendable {
    static let size = 256

    /// A later load knows less of the past than the loads before it: what it counts from zero is put in place by this.
    struct Shift: Sendable, Equatable {
        /// Seconds.
        var start = 0.0
        var discontinuity: UInt64 = 0
        /// The date of second 0 of the timeline, for segments of a load that states no date.
        var dateOfZero: Double?

        var isNone: Bool { start == 0 && discontinuity == 0 && dateOfZero == nil }

        func apply(to segment: inout MediaSegment) {
            if isNone { return }
            segment.start += start
            segment.discontinuitySequence &+= discontinuity
            if let dateOfZero, segment.programDateTime == nil { segment.programDateTime = dateOfZero + segment.start }
            for index in segment.parts.indices { segment.parts[index].start += start }
        }

        /// First this shift, then `other`.
        func followed(by other: Shift) -> Shift {
            Shift(
                start: start + other.start, discontinuity: discontinuity &+ other.discontinuity,
                dateOfZero: dateOfZero.map { $0 - other.start } ?? other.dateOfZero)
        }
    }

    var segments: [MediaSegment] = []
    var shift = Shift()

    subscript(index: Int) -> MediaSegment {
        var segment = segments[index]
        shift.apply(to: &segment)
        return segment
    }

    /// Writes the shift into the segments.
    mutating func settle() {
        if shift.isNone { return }
        for index in segments.indices { shift.apply(to: &segments[index]) }
        shift = Shift()
    }
}
