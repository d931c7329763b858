// SPDX-License-Identifier: Apache-2.0

/// A block of consecutive segments, with a shift that is applied to each when it is read.
struct SegmentBlock: Sendable {
    static let size = 256

    /// Corrections for segments of a later load, which does not know the history and counts from zero.
    struct Shift: Sendable, Equatable {
        /// Seconds.
        var start = 0.0
        var discontinuity: UInt64 = 0
        /// The date of timeline second 0, for segments of a load without dates.
        var dateOfZero: Double?

        var isIdentity: Bool { start == 0 && discontinuity == 0 && dateOfZero == nil }

        func apply(to segment: inout MediaSegment) {
            if isIdentity { return }
            segment.start += start
            segment.discontinuitySequence &+= discontinuity
            if let dateOfZero, segment.programDateTime == nil { segment.programDateTime = dateOfZero + segment.start }
            for index in segment.parts.indices { segment.parts[index].start += start }
        }

        /// The combination of this shift and then `other`.
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

    /// Applies the shift to the stored segments.
    mutating func applyShift() {
        if shift.isIdentity { return }
        for index in segments.indices { shift.apply(to: &segments[index]) }
        shift = Shift()
    }
}
